const known = new WeakSet<object>()

/** Freezes plain data at every depth, so that a definition cannot change after it is written. */
export function frozen<const T>(value: T): T {
  if (typeof value === 'object' && value !== null && !known.has(value)) {
    // An object that other code froze may not be frozen inside.
    known.add(Object.freeze(value))
    for (const each of Object.values(value)) frozen(each)
  }
  return value
}
