// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { proves } from '../../testing/proves.ts'
import { draw, press, the } from './drawn-for-test.tsx'
import { preloadLazyCode } from './lazy-code.ts'
import { type ShowToast, ToastProvider, useToast } from './toast.tsx'
import type { ToastMessage } from './toast-message.ts'

beforeAll(preloadLazyCode)

let page: Awaited<ReturnType<typeof draw>>
let showToast: ShowToast
beforeEach(async () => {
  vi.useFakeTimers()
  page = await draw(
    <ToastProvider>
      <Listener />
    </ToastProvider>,
  )
})
afterEach(async () => {
  await page.remove()
  vi.useRealTimers()
})

const show = (message: ToastMessage) => act(async () => void showToast(message))
const pass = (milliseconds: number) => act(async () => vi.advanceTimersByTimeAsync(milliseconds))
const shown = () => [...document.querySelectorAll('li')].map((toast) => toast.textContent)

test.each<[string, readonly string[], ToastMessage, string, string]>([
  [
    'success',
    ['2.toast.1', '3.state.22'],
    { severity: 'success', text: 'Saved.' },
    'Success Saved.',
    'Success Notification',
  ],
  ['error', ['2.toast.2', '3.state.22'], { severity: 'error', text: 'Lost.' }, 'Error Lost.', 'Error Notification'],
  [
    'own title',
    [],
    { severity: 'error', title: 'Login Card Error', text: 'No.' },
    'Login Card Error No.',
    'Error Notification',
  ],
  ['own label', [], { severity: 'success', text: 'Sent.', label: 'Application' }, 'Success Sent.', 'Application'],
])('%s: title, text and label', async (_name, ids, message, words, label) => {
  await show(message)
  expect(shown(), proves(...ids)).toEqual([words])
  expect(the('li').getAttribute('aria-label')).toBe(label)
})

test.each<[ToastMessage['severity'], number, string]>([
  ['success', 5000, '9.toast.1'],
  ['error', 300_000, '9.toast.5'],
])('a toast of severity %s lasts %i ms', async (severity, duration, id) => {
  await show({ severity, text: 'Done.' })
  await pass(duration - 50)
  expect(shown(), proves(id)).toHaveLength(1)
  await pass(100)
  expect(shown(), proves(id)).toHaveLength(0)
})

test('the same message requested twice is shown once, and its timer restarts', async () => {
  await show({ severity: 'success', text: 'Saved.' })
  await pass(4000)
  await show({ severity: 'success', text: 'Saved.' })
  expect(shown()).toEqual(['Success Saved.'])
  await pass(4000)
  expect(shown()).toEqual(['Success Saved.'])
})

test('an error takes the place of a success, and stays; two successes are both read', async () => {
  await show({ severity: 'success', text: 'We emailed you a code.' })
  await show({ severity: 'error', text: 'The code is wrong.' })
  expect(shown()).toEqual(['Error The code is wrong.'])
  await show({ severity: 'success', text: 'We emailed another.' })
  expect(shown()).toEqual(['Error The code is wrong.', 'Success We emailed another.'])
  await show({ severity: 'success', text: 'You have been logged out.' })
  expect(shown()).toHaveLength(3)
})

describe('on a phone', () => {
  beforeEach(() => vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(width < 675px)' })))
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })

  test('a new toast takes the place of one that the page repeats', async () => {
    await show({ severity: 'error', text: 'The code is wrong.', isRepeated: true })
    await show({ severity: 'success', text: 'We emailed another.', isRepeated: true })
    expect(shown()).toEqual(['Success We emailed another.'])
    await show({ severity: 'success', text: 'You are logged out everywhere else.' })
    expect(shown()).toEqual(['Success You are logged out everywhere else.'])
  })

  test('one that is said nowhere else stays until it could be read', async () => {
    await show({ severity: 'success', text: 'Your account was deleted.' })
    await show({ severity: 'error', text: 'No connection.', title: 'Error uploading file for Visa' })
    await show({ severity: 'success', text: 'You have been logged out.' })
    expect(shown()).toEqual(['Error uploading file for Visa No connection.', 'Success You have been logged out.'])
    await pass(5100)
    await show({ severity: 'success', text: 'Saved.' })
    expect(shown()).toEqual(['Success Saved.'])
  })

  test('one that came while the person was away is not read yet when they return', async () => {
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    await show({ severity: 'error', text: 'One.' })
    await pass(60_000)
    await show({ severity: 'error', text: 'Two.' })
    hidden.mockReturnValue(false)
    await act(async () => document.dispatchEvent(new Event('visibilitychange')))
    await show({ severity: 'error', text: 'Three.' })
    expect(shown()).toEqual(['Error One.', 'Error Two.', 'Error Three.'])
    await pass(5100)
    await show({ severity: 'error', text: 'Four.' })
    expect(shown()).toEqual(['Error Four.'])
  })
})

test('the close button closes only its own toast', async () => {
  await show({ severity: 'error', text: 'One.' })
  await show({ severity: 'error', text: 'Two.' })
  await press('li:first-child button')
  expect(shown()).toEqual(['Error Two.'])
})

test('the code that showed a toast can remove it early, and only that one', async () => {
  await show({ severity: 'error', text: 'One.' })
  const close = await act(async () => showToast({ severity: 'error', text: 'Two.' }))
  await act(async () => close())
  expect(shown()).toEqual(['Error One.'])
})

test('onClose is called when the person closes a toast or its time is over, not when it is removed', async () => {
  const onClose = vi.fn()
  await show({ severity: 'error', text: 'One.', onClose })
  await press('li button')
  expect(onClose).toHaveBeenCalledTimes(1)
  await show({ severity: 'success', text: 'Two.', onClose })
  await pass(5100)
  expect(onClose).toHaveBeenCalledTimes(2)
  const close = await act(async () => showToast({ severity: 'error', text: 'Three.', onClose }))
  await act(async () => close())
  expect([shown(), onClose.mock.calls.length]).toEqual([[], 2])
})

test('F8 moves the focus to the toasts', async () => {
  await show({ severity: 'error', text: 'One.' })
  await act(async () => document.dispatchEvent(new KeyboardEvent('keydown', { code: 'F8', bubbles: true })))
  expect(document.activeElement?.tagName, proves('9.toast.3')).toBe('OL')
})

test.each([
  [50, 1, ''],
  [51, 0, ''],
  [-51, 1, ''],
  [-51, 0, 'rtl'],
  [51, 1, 'rtl'],
])('a toast swiped %i pixels to the right leaves %i%s', async (distance, left, direction) => {
  document.documentElement.dir = direction
  onTestFinished(() => {
    document.documentElement.dir = ''
  })
  await show({ severity: 'success', text: 'Saved.' })
  const toast = the('li')
  const point = (type: string, clientX: number) =>
    act(async () =>
      toast.dispatchEvent(new PointerEvent(type, { bubbles: true, clientX, clientY: 0, pointerId: 1, button: 0 })),
    )
  toast.setPointerCapture = () => {}
  toast.hasPointerCapture = () => false
  await point('pointerdown', 0)
  await point('pointermove', Math.sign(distance) * 10)
  await point('pointermove', distance)
  await point('pointerup', distance)
  expect(shown(), proves('9.toast.2')).toHaveLength(left)
})

function Listener() {
  showToast = useToast()
  return null
}
