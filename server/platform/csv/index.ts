export { csvOf, readCsv } from './csv.ts'
