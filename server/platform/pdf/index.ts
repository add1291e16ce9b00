/** What conversion and packets both do with a PDF. A converter may read this folder, and nothing else of the server. */

export { claimsAccess, copyTags, idTree, languageOf, textOf } from './copy-tags.ts'
