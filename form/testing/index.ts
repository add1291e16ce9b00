/**
 * The public interface for tests of other rooms: complete applicants, generated ones, the form with an institution's
 * wording, and the answers that each message is about.
 */
export { domestic, veteran, visitor } from '../sample-applicants.ts'
export { form, makeForm, today } from './bridger.ts'
export { changedForm } from './changed-form.ts'
export { applications } from './generated-applications.ts'
export { applicationsOf, editionsOver } from './generated-editions.ts'
export { warned } from './ledger/warned.ts'
export { ledger } from './ledger/whole-ledger.ts'
