/**
 * Keys that an earlier release of the form asked: a save that still carries one is not refused, the key is ignored. A test
 * compares it with `releases/`.
 */
export const retiredKeys: readonly string[] = []
