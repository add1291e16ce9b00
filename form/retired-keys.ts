/**
 * Keys that an earlier release of the form asked. A save that contains one is accepted, and the key is ignored. A test
 * compares this list with `releases/`.
 */
export const retiredKeys: readonly string[] = []
