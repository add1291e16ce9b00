/** What tests of other folders use: files that are no picture, or more than one. */
export { hostile, svg } from './hostile-pictures.ts'
