/** What looks something up, fetched together. */
export { SearchField } from './search-field.tsx'
export { ZipField } from './zip-field.tsx'
