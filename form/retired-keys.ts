/** Keys that an earlier version of the form asked: a save that still carries one is not refused, the key is ignored. */
export const retiredKeys: readonly string[] = []
