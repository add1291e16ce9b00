/** The door of the copies: what was submitted, as a PDF that a person reads, prints and files. */
export type { Copies } from './copies.ts'
export { copyContent } from './copy-content.ts'
export { copyRoutes } from './copy-routes.ts'
export { defineCopyJob, requestCopy } from './make-copy.ts'
export { openCopyRenderer } from './open-copy-renderer.ts'
export { storedCopy } from './stored-copies.ts'
