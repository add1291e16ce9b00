export { foldedWords } from './fold-name.ts'
export {
  currentLabel,
  digitsOf,
  type IndexRow,
  indexRow,
  indexUpdate,
  isIndexed,
  labeledKeys,
  ssnEndHash,
} from './index-row.ts'
