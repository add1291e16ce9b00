/** Questions that are answered with a document. They are lazy. */
export { UploadField } from './lazy-upload-field.ts'
