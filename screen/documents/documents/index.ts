/** The public interface of uploaded documents. */
export { createDocuments, type Documents } from './create-documents.ts'
export { UploadFailures } from './upload-failures.tsx'
