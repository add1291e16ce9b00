/** For tests: deliveries on a database of their own, and readers of what they hold. */

export { deliveriesForTests, filesIn, type Result, sha256, table, tableOf, unzipped } from './deliveries-for-tests.ts'
