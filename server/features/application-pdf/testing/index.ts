/** The door for tests of other subjects. */
export { readCopy, tight } from './read-copy.ts'
