// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { upload } from '../../../engine/index.ts'
import { drawItems, keyDown, the, wordsOf } from '../drawn-for-test.tsx'
import type { DocumentActions, Upload } from '../store/document-actions.ts'

const visa = upload('visa', 'Visa')
const file = new File(['x'], 'visa.pdf')
const unlock = vi.fn<DocumentActions['unlock']>()
let drawn: Awaited<ReturnType<typeof drawItems>>
afterEach(() => drawn.remove())

const draw = async (message?: string) => {
  unlock.mockReset().mockResolvedValue()
  const state: Upload = {
    kind: 'locked',
    document: { file_name: 'visa.pdf', file_size: 1 },
    file,
    ...(message && { message }),
  }
  drawn = await drawItems([visa], { documents: { unlock, uploadOf: () => state } })
}
const box = () => {
  const found = the('#visa-password')
  if (!(found instanceof HTMLInputElement)) throw new Error('The password has no box.')
  return found
}
const button = (words: string) => [...document.querySelectorAll('button')].find((each) => wordsOf(each).includes(words))

test('the password goes to the one who opens the PDF, and is nowhere on the page any more', async () => {
  await draw()
  expect([wordsOf(the('label[for=visa-password]')), box().type, document.activeElement]).toEqual([
    'Password of this PDF',
    'password',
    box(),
  ])
  for (const use of [() => act(async () => button('Open')?.click()), () => keyDown(box(), 'Enter')]) {
    box().value = 'secret'
    await use()
    expect([unlock.mock.lastCall, box().value]).toEqual([[visa, 'secret'], ''])
  }
  expect(JSON.stringify([drawn.store.current(), drawn.changes])).not.toContain('secret')
  await act(async () => button('Open')?.click())
  expect(unlock).toHaveBeenCalledTimes(2) // not without a password
})

test('it can be shown, and another file can be chosen instead', async () => {
  await draw()
  await act(async () => button('Show')?.click())
  expect(box().type).toBe('text')
  expect(wordsOf(the('fieldset'))).toContain('Choose another file')
})

test('a wrong password is said at the question and at its box', async () => {
  await draw('This password doesn’t open the PDF.')
  expect(wordsOf(the('#visa-error'))).toContain('This password doesn’t open the PDF.')
  expect([box().getAttribute('aria-invalid'), box().getAttribute('aria-describedby')]).toEqual([
    'true',
    'visa-error visa-password-why',
  ])
})
