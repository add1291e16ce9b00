export { withStructure } from '../../engine/index.ts'
