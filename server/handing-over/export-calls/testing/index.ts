export { BASE, everyRight, serveForTests } from './serve-for-tests.ts'
