/** In a file of its own, so that only somebody with an account fetches it. */
export { ReopenedNotice } from '../applying/own-applications/index.ts'
