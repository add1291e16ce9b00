const known = new WeakSet<object>()

/** Freezes plain data all the way down: a definition never changes after it is written. */
export function frozen<const T>(value: T): T {
  if (typeof value === 'object' && value !== null && !known.has(value)) {
    // What was frozen elsewhere may be frozen at its surface only.
    known.add(Object.freeze(value))
    for (const each of Object.values(value)) frozen(each)
  }
  return value
}
