/** Receipts of which a restored database knows nothing (docs/decisions/0072). */
export {
  defineReceiptsJob,
  lostReceipts,
  lostReceiptWarnings,
  rememberReceipt,
  sealReceiptsAgain,
  settleLostReceipt,
} from './receipts.ts'
