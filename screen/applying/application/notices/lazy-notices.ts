import { lazyPart } from '../../../parts/index.ts'

// They report that the network or the page has failed, so they are there before that happens.
const options = { preloaded: true }
export const SaveFailed = lazyPart(async () => (await import('./save-failed.tsx')).SaveFailed, options)
export const UnexpectedError = lazyPart(async () => (await import('./save-failed.tsx')).UnexpectedError, options)
