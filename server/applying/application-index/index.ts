export { facetState, facetsOf, hashOfFacet, isFacet } from './facets.ts'
export {
  currentLabel,
  digitsOf,
  foldedWords,
  type IndexRow,
  indexRow,
  indexUpdate,
  isIndexed,
  labeledKeys,
  ssnEndHash,
} from './index-row.ts'
