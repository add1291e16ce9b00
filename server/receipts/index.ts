export { sendReceipt } from './send-receipt.ts'
