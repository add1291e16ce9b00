// @vitest-environment happy-dom
import { afterEach, beforeAll, expect, test } from 'vitest'
import { everyItem, type Item } from '../../../engine/index.ts'
import { admissions } from '../../../form/index.ts'
import { preloadLazyCode } from '../../parts/index.ts'
import { drawItems, type drawPage, the, wordsOf } from '../drawn-for-test.tsx'
import { PageItems } from '../page/page-items.tsx'
import { SubmitSlot } from '../store/block-actions.ts'

let drawn: Awaited<ReturnType<typeof drawPage>>
beforeAll(preloadLazyCode)
afterEach(() => drawn.remove())

const isSigning = (item: Item): item is Item<string, 'form'> => item.kind === 'tickGroup' && item.signature === true
const signing = everyItem(admissions).filter(isSigning)
const draw = async (answer: Record<string, string>) => {
  drawn = await drawItems(signing, {
    answer,
    draw: (page) => (
      <SubmitSlot value={<button type="button">Submit</button>}>
        <PageItems page={page} />
      </SubmitSlot>
    ),
  })
}

test('what is signed, who signs, the day and the button are one panel with a heading of its own', async () => {
  await draw({ first_name: 'Maya', last_name: 'Ortega' })
  const panel = the('section')
  expect(panel.getAttribute('aria-labelledby')).toBe(the('h3').id)
  expect(wordsOf(the('h3'))).toBe('Sign and submit')
  const boxes = [...panel.querySelectorAll('input[type=checkbox]')]
  expect(boxes.map(({ id }) => id)).toEqual(['certify_checkbox', 'obligation_checkbox', 'legal_agree'])
  expect(boxes.map((box) => box.getAttribute('aria-required'))).toEqual(['true', 'true', 'true'])
  expect([...panel.querySelectorAll('dl > div')].map(wordsOf)).toEqual([
    'Your nameMaya Ortega',
    'Today’s dateSeptember 1, 2026',
  ])
  expect(wordsOf(the('section button'))).toBe('Submit')
})

test('without a name it says so', async () => {
  await draw({})
  expect(wordsOf(the('dl'))).toContain('Your nameNot entered yet')
})
