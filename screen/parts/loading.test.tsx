// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { draw } from './drawn-for-test.tsx'
import { Loading } from './loading.tsx'

test.each([
  ['a spinner', 'spinner', 0],
  ['circles', 'circles', 3],
] as const)('[3.state.23] loading is drawn as %s', async (_name, type, circles) => {
  const page = await draw(<Loading type={type} label="Loading…" />)
  expect(page.host.querySelectorAll('i')).toHaveLength(circles)
  expect(page.host.querySelector('[role=status]')?.textContent).toBe('Loading…')
  await page.redraw(<Loading type={type} />)
  expect(page.host.querySelector('[role=status]')).toBeNull()
  await page.remove()
})
