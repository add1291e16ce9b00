/**
 * In an expected value: an object without keys. `toMatchObject({ conflicts: {} })` is content with any object there, so
 * it asserts nothing.
 */
// biome-ignore lint/suspicious/noExplicitAny: it stands for a value of any type
export const empty: any = {
  asymmetricMatch: (given: unknown) => typeof given === 'object' && given !== null && Object.keys(given).length === 0,
  toString: () => 'an object without keys',
}
