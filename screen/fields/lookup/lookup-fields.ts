/** The fields with a search or lookup, which load together. */
export { SearchField } from './search-field.tsx'
export { ZipField } from './zip-field.tsx'
