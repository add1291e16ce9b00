import { useSyncExternalStore } from 'react'

/**
 * Whether this is the browser, and the page that the server sent is no longer being taken over: false on the server and
 * in the first render over its page, which must draw the same.
 */
export const useHasTakenOver = (): boolean => useSyncExternalStore(never, isTrue, isFalse)

const never = () => () => {}
const isTrue = () => true
const isFalse = () => false
