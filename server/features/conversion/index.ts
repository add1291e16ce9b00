/** The door of the conversion: any file in, a harmless PDF or a sentence out. It knows no applicant and no database. */
export { conversionWarnings } from './conversion-warnings.ts'
export { type Converter, createConverter } from './create-converter.ts'
export { createOffice } from './create-office.ts'
export type { Outcome } from './outcome.ts'
export { refusals } from './refusals.ts'
export { serveSpool } from './serve-spool.ts'
