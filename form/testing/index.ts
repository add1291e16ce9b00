/**
 * The public interface for tests of other rooms: complete applicants, generated ones, and the form with an
 * institution's wording.
 */
export { domestic, veteran, visitor } from './applicants.ts'
export { form } from './bridger.ts'
export { applications } from './generated-applications.ts'
