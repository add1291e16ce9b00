/** The public interface for tests of other rooms. */
export { exportedRow } from './exported-row.ts'
export { group, optional, row, ticked } from './outline-items.ts'
export { evaluates, isAnswered, simpleWalk } from './simple-walk.ts'
export { newStoredApplication, type StoredApplication, saveChange } from './stored-application.ts'
