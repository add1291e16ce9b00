/** A script of its own, because only pages of an office that asks otherwise load it. */
export { withStructure } from '../../engine/index.ts'
