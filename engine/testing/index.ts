/** The public interface for tests of other rooms. */
export { group, row, ticked } from './outline-items.ts'
export { newStoredApplication, type StoredApplication, saved } from './stored-application.ts'
