export { appForTests } from './app-for-tests.ts'
export { type DatabaseForTests, databasesForTests } from './databases-for-tests.ts'
export { silentLog } from './silent-log.ts'
