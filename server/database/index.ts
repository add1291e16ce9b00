export type { Database } from './database.ts'
export { inTransaction, requireOutsideTransaction } from './in-transaction.ts'
export { openDatabase } from './open-database.ts'
export type { StoredAnswers, StoredWriting, Tables } from './tables.ts'
