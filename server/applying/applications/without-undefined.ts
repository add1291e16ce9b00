/** A map without its undefined entries. */
export const withoutUndefined = <Value>(map: Readonly<Record<string, Value | undefined>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(map).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])))
