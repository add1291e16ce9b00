export { foldedWords } from './fold-name.ts'
export { digitsOf, indexAnswers, isIndexed, ssnEndHash } from './index-row.ts'
