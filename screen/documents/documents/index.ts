/** The public interface of uploaded documents. */
export { createDocuments, type Documents, UploadFailures } from './create-documents.tsx'
