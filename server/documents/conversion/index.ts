/** The conversion: takes any file, gives a harmless PDF or a sentence. It uses neither applicants nor the database. */

export { type Converter, countedConverter, createConverter, readIssuers } from './create-converter.ts'
export { conversionWarnings, createOffice } from './office.ts'
export { type Outcome, refusals, type Signature, signaturesSchema } from './outcome.ts'
export { serveSpool } from './spool.ts'
