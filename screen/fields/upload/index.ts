/** Questions that are answered with a document. They are loaded on demand. */
export { fetchUpload, UploadField } from './later-fields.ts'
