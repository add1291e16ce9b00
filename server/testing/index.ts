export { appForTests } from './app-for-tests.ts'
export { databasesForTests } from './databases-for-tests.ts'
export { silentLog } from './silent-log.ts'
