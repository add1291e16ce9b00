/** The door for tests of other rooms: complete applicants. */
export { domestic, veteran, visitor } from './applicants.ts'
