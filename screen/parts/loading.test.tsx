// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { proves } from '../../testing/proves.ts'
import { draw } from './drawn-for-test.tsx'
import { Loading } from './loading.tsx'

test.each([
  ['a spinner', 'spinner', 0],
  ['circles', 'circles', 3],
] as const)('loading is drawn as %s', async (_name, type, circles) => {
  const page = await draw(<Loading type={type} label="Loading…" />)
  const drawing = page.host.querySelector('[aria-hidden=true]')
  expect(drawing?.className, proves('3.state.23')).toContain(type)
  expect(drawing?.querySelectorAll('i'), proves('3.state.23')).toHaveLength(circles)
  expect(page.host.querySelector('[role=status]')?.textContent).toBe('Loading…')
  await page.redraw(<Loading type={type} />)
  expect(page.host.querySelector('[role=status]')).toBeNull()
  await page.remove()
})
