// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { proves } from '../../testing/proves.ts'
import { draw, the } from './drawn-for-test.tsx'
import { Text, type TextVariant } from './text.tsx'

test.each<[TextVariant | undefined, string]>([
  ['underlined', 'underlined'],
  ['outlined', 'outlined'],
  [undefined, 'outlined'],
])('a text with the variant %s is %s', async (variant, look) => {
  const { remove } = await draw(variant ? <Text variant={variant}>Maya</Text> : <Text>Maya</Text>)
  expect(the('span').textContent).toBe('Maya')
  expect(the('span').className, proves('3.state.19')).toContain(look)
  await remove()
})
