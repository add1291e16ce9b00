// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { form, page, text } from '../../../../engine/index.ts'
import { open, type open as openApp, refusing, saved, until } from '../../../app/opened-for-test.tsx'
import { createDeviceStorages, createDrafts } from '../drafts/drafts.ts'

let opened: Awaited<ReturnType<typeof openApp>> | undefined
afterEach(async () => opened?.close())

/** What a tab of another release, whose form asks this, left on this device, unsaved. */
const leave = (answer: Readonly<Record<string, string>>) => {
  const asked = form('2', [
    page('about', 'About', [text('shoe_size', 'Shoe size'), text('city', 'City'), text('zip', 'ZIP')]),
  ])
  const orders = Object.fromEntries(Object.keys(answer).map((key, index) => [key, { number: index + 1, over: 0 }]))
  const storages = createDeviceStorages()
  createDrafts({ form: asked, storages, now: Date.now }).keep({ account: 'a-1' }, { answer, orders })
}

const saves = () => opened?.calls.flatMap(([name, body]) => (name === 'saveAnswers' ? [body] : [])) ?? []

test('an answer that this form does not ask is sent, and let go once the server keeps it', async () => {
  leave({ shoe_size: '42', city: 'Bozeman' })
  opened = await open('/about', { loggedIn: true, server: { saveAnswers: { ...saved, kept: ['shoe_size'] } } })
  await until(() => expect(saves()).toContainEqual({ shoe_size: '42', city: 'Bozeman' }))
  await until(() => expect(window.localStorage.getItem('causeway.drafts') ?? '').not.toContain('shoe_size'))
})

test('one that the server does not know either holds nothing up, and nobody is asked to change it', async () => {
  leave({ shoe_size: '42', city: 'Bozeman', zip: 'x' })
  const saveAnswers = (body: unknown) => {
    const keys = ['shoe_size', 'zip'].filter((key) => Object.hasOwn(Object(body), key)).slice(0, 1)
    const code = keys[0] === 'zip' ? 'malformed_answers' : 'unknown_keys'
    return keys.length > 0 ? refusing(400, { code, message: 'Some answers…', keys }) : saved
  }
  opened = await open('/about', { loggedIn: true, server: { saveAnswers } })
  await until(() => expect(saves()).toContainEqual({ city: 'Bozeman' }))
  await until(() => expect(window.localStorage.getItem('causeway.drafts') ?? '').not.toContain('Bozeman'))
  const named = () => [...document.querySelectorAll('[role=alert] li')].map(({ textContent }) => textContent)
  await until(() => expect(named()).toEqual(['ZIP/postal code']))
})
