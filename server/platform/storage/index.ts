/** The storage: files by key, in a folder or in S3, and signed permissions to upload one. */
export { createStorage } from './create-storage.ts'
export { listedKeys, type Storage } from './storage.ts'
export { troubleReasons } from './storage-trouble.ts'
export { troubleSentence, type WatchedStorage, watchStorage } from './watch-storage.ts'
