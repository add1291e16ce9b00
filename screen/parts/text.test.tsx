// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { draw, the } from './drawn-for-test.tsx'
import { Text, type TextVariant } from './text.tsx'

test.each<[TextVariant | undefined, string]>([
  ['underlined', 'underlined'],
  ['outlined', 'outlined'],
  [undefined, 'outlined'],
])('[3.state.19] a text is set %s', async (variant, look) => {
  const { remove } = await draw(variant ? <Text variant={variant}>Maya</Text> : <Text>Maya</Text>)
  expect(the('span').textContent).toBe('Maya')
  expect(the('span').className).toContain(look)
  await remove()
})
