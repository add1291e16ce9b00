import { TestRunner } from 'vitest'

/**
 * Names the requirements that an assertion proves: `expect(status, proves('7.all.1')).toBe(200)`. Where the assertion is
 * in a helper, call it on a line of its own before the helper. `npm run coverage` counts it once the line is reached and
 * the test passes. Returns the ids, which the message of a failed assertion then shows.
 */
export function proves(...ids: readonly string[]): string {
  const test = TestRunner.getCurrentTest()
  if (test === undefined) throw new Error('proves() must be called inside a test.')
  test.meta.proves = [...new Set([...(test.meta.proves ?? []), ...ids])]
  return ids.join(', ')
}

declare module 'vitest' {
  interface TaskMeta {
    proves?: readonly string[]
  }
}
