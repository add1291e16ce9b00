/** Receipts of which a restored database knows nothing (docs/decisions/0072). */
export {
  defineReceiptsJob,
  listReceipts,
  lostReceipts,
  lostReceiptWarnings,
  type ReceiptDeps,
  rememberReceipt,
  sealReceiptsAgain,
  settleLostReceipt,
} from './receipts.ts'
