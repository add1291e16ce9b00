// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { draw, press } from './drawn-for-test.tsx'
import { SkipLink } from './skip-link.tsx'

test('the skip link moves the focus and leaves the address alone', async () => {
  const before = location.href
  const page = await draw(
    <>
      <SkipLink to="main">Skip to the questions</SkipLink>
      <main id="main" />
    </>,
  )
  await press('a')
  expect(document.activeElement?.id).toBe('main')
  expect(location.href).toBe(before)
  await page.remove()
})
