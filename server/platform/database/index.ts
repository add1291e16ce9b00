export { clockAhead, clockDoubt, endedBefore, keepClock, trustClock } from './clock.ts'
export { connectDatabase } from './connect-database.ts'
export { connectPostgres } from './connect-postgres.ts'
export {
  type Database,
  installationId,
  inTransaction,
  type PlaceOf,
  requireOutsideTransaction,
  statement,
} from './database.ts'
export { isDatabaseTime } from './database-time.ts'
export { earlierRights, grantRights, type Right, rights } from './grant-rights.ts'
export {
  asDatabaseAway,
  goneReference,
  isDatabaseAway,
  outageReason,
  settingAtFault,
  type WritesRefused,
  writesRefused,
} from './report-outages.ts'
export type { ChangeKind, SearchedBytes, StoredAnswers, StoredWrite, Tables } from './tables.ts'
export { vacuumWarnings } from './vacuum.ts'
