export { documentsForTests } from './documents-for-tests.ts'
