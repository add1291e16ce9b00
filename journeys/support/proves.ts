import { test } from '@playwright/test'

/**
 * Names the requirements that an assertion proves: `await expect(button, proves('2.buttons.1')).toBeVisible()`. Where the
 * assertion is in a helper, call it on a line of its own before the helper. `npm run coverage` counts it once the line is
 * reached and the journey passes. Returns the ids, which the message of a failed assertion then shows.
 */
export function proves(...ids: readonly string[]): string {
  test.info().annotations.push(...ids.map((description) => ({ type: 'proves', description })))
  return ids.join(', ')
}
