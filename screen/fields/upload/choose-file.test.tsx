// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { upload } from '../../../engine/index.ts'
import institutionFile from '../../../institution.json' with { type: 'json' }
import { preloadLazyCode } from '../../parts/index.ts'
import { drawItems, the } from '../drawn-for-test.tsx'
import type { DocumentActions } from '../store/document-actions.ts'

const visa = upload('visa', 'Visa', { required: true })
const phoneLink = vi.fn<NonNullable<DocumentActions['phoneLink']>>()
const reload = vi.fn<DocumentActions['reload']>()
let drawn: Awaited<ReturnType<typeof drawItems>>

beforeAll(async () => {
  await preloadLazyCode()
  await import('./phone-dialog.tsx')
})
beforeEach(async () => {
  vi.useFakeTimers({
    now: new Date('2026-11-23T08:00:00Z'),
    toFake: ['Date', 'setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'],
  })
  const data = { institution: institutionFile.public, now: new Date().toJSON() }
  document.body.innerHTML = `<script type="application/json" id="institution">${JSON.stringify(data)}</script>`
  phoneLink.mockReset().mockResolvedValue({ url: 'https://x.example/from-phone#a', expires_at: '2026-11-23T08:10:00Z' })
  reload.mockReset().mockResolvedValue()
})
afterEach(async () => {
  vi.useRealTimers()
  await drawn.remove()
})

const open = async (documents: Partial<DocumentActions> = {}) => {
  drawn = await drawItems([visa], { documents: { phoneLink, reload, ...documents } })
  await press('Use your phone')
  await act(() => vi.waitFor(() => expect(document.querySelector('[role=dialog]')).not.toBeNull()))
}
const press = (words: string) => {
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent?.startsWith(words))
  return act(async () => button?.click())
}
const code = () => document.querySelector('[role=dialog] [role=img]')
const dialog = () => document.querySelector('[role=dialog]')?.textContent ?? ''
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

test('while a code is shown, the server is asked whether a document has arrived, and no longer once it has expired', async () => {
  await open()
  expect(code()?.getAttribute('aria-label')).toBe('QR code')
  await pass(9000)
  expect(reload.mock.calls).toEqual([[['visa']], [['visa']], [['visa']]])
  await pass(600_000)
  expect(dialog()).toContain('This code has expired.')
  const asked = reload.mock.calls.length
  await pass(30_000)
  expect(reload.mock.calls.length).toBe(asked)
  await press('Show a new code')
  expect(phoneLink).toHaveBeenCalledTimes(2)
  expect(code()).not.toBeNull()
})
test('a request that fails says nothing about the document, and the next one is made', async () => {
  reload.mockRejectedValue(new Error('offline'))
  await open()
  await pass(6000)
  expect(reload).toHaveBeenCalledTimes(2)
  expect(code()).not.toBeNull()
})
test('a code that cannot be made says why, and can be asked for again', async () => {
  phoneLink.mockRejectedValueOnce(new Error('Your application has already been submitted.'))
  await open()
  expect(the('[role=dialog] [role=alert]').textContent).toBe('Your application has already been submitted.')
  await press('Show a new code')
  await pass(0)
  expect(code()).not.toBeNull()
})
test('a phone that was sent here has no code of its own', async () => {
  drawn = await drawItems([visa], { documents: { phoneLink: undefined } })
  expect(document.body.textContent).not.toContain('Use your phone')
})
