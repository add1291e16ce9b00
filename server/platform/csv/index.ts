export { csvOf } from './csv-of.ts'
export { readCsv } from './read-csv.ts'
