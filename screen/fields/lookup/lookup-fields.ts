/** The fields with a search or lookup, which load together. */
export { LookupBox } from './lookup-box.tsx'
export { ZipField } from './zip-field.tsx'
