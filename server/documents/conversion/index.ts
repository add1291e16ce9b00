/** The conversion: takes any file, gives a harmless PDF or a sentence. It uses neither applicants nor the database. */
export { conversionWarnings } from './conversion-warnings.ts'
export { countedConverter } from './counted-converter.ts'
export { type Converter, createConverter } from './create-converter.ts'
export { createOffice } from './create-office.ts'
export type { Outcome } from './outcome.ts'
export { refusals } from './refusals.ts'
export { serveSpool } from './serve-spool.ts'
