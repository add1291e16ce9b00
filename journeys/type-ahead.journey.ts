import { proves } from './support/proves.ts'
import { expect, test } from './support/story.ts'

/** In milliseconds (requirement 4.select.3). List and timing are those of the browser (docs/decisions/0008). */
const BUFFER = 1000

test('letters typed at once find a state by its beginning; after a second, the next letter starts a new search', async ({
  page,
}) => {
  await page.goto('/about')
  const state = page.locator('[id="birth_state"]')
  await state.focus()

  await test.step('M and I at once lead to Michigan', async () => {
    // Sent together: on a busy machine a second can pass between two keys that are sent one after the other.
    await Promise.all([page.keyboard.press('m'), page.keyboard.press('i')])
    await expect(state).toHaveValue('Michigan')
  })

  await test.step('a second later, N leads to the first state with that letter, and not to Minnesota', async () => {
    await page.waitForTimeout(BUFFER + 300)
    await page.keyboard.press('n')
    await expect(state, proves('4.select.3')).toHaveValue(/^N/)
  })
})
