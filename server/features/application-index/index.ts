export { foldedWords } from './fold-name.ts'
export { digitsOf, type IndexRow, indexRow, indexUpdate, isIndexed, ssnEndHash } from './index-row.ts'
