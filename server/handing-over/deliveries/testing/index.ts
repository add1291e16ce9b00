/** For tests: deliveries on a database of their own, and readers of what they hold. */

export { profiles } from '../profiles/profiles.ts'
export { bannerCodes, opened, pescCodes, writeWith } from '../profiles/testing/index.ts'
export {
  ageCopies,
  deliveriesForTests,
  filesIn,
  type Result,
  sha256,
  table,
  tableOf,
  unzipped,
} from './deliveries-for-tests.ts'
