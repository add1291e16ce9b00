/** The door for tests of other rooms. */
export { group, row, ticked } from './outline-items.ts'
