/** The fields with a search or lookup, loaded together. */
export { SearchField } from './search-field.tsx'
export { ZipField } from './zip-field.tsx'
