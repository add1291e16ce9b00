/** Questions and answers as on paper. */
export { PrintedRows } from './printed-rows.tsx'
