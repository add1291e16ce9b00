// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { draw, press, the } from './drawn-for-test.tsx'
import { preloadLazyCode } from './lazy-code.ts'
import { PopoverButton } from './popover-button.tsx'

beforeAll(preloadLazyCode)

let page: Awaited<ReturnType<typeof draw>>
beforeEach(async () => {
  page = await draw(
    <PopoverButton header="Account" button={{ id: 'account', children: 'Account' }}>
      {(close) => (
        <button type="button" id="log-out" onClick={close}>
          Log Out
        </button>
      )}
    </PopoverButton>,
  )
})
afterEach(() => page.remove())

test('the button opens the popover and announces its state', async () => {
  expect(the('#account').getAttribute('aria-expanded')).toBe('false')
  await press('#account')
  expect(the('#account').getAttribute('aria-expanded')).toBe('true')
  expect(the('[role=dialog] h2').textContent).toBe('Account')
  expect(the('[role=dialog]').getAttribute('aria-labelledby')).toBe(the('[role=dialog] h2').id)
})

test.each([
  ['its close control', '[role=dialog] button[aria-label=Close]'],
  ['what it holds', '#log-out'],
  ['the button itself', '#account'],
])('%s closes the popover', async (_name, selector) => {
  await press('#account')
  await press(selector)
  expect(document.querySelector('[role=dialog]')).toBeNull()
})
