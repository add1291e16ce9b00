// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { proves } from '../../testing/proves.ts'
import { createIdleMonitor } from './idle-monitor.ts'
import { createLastActivity } from './last-activity.ts'

const MINUTE = 60_000
const texts = new Map<string, string>()
const storage = {
  getItem: (name: string) => texts.get(name) ?? null,
  setItem: (name: string, text: string) => void texts.set(name, text),
  removeItem: (name: string) => void texts.delete(name),
}
const lastActivity = createLastActivity(storage)
const onPrompt = vi.fn()
const onIdle = vi.fn()
let end = () => {}
const begin = () => {
  lastActivity.note()
  end = createIdleMonitor({ lastActivity, onPrompt, onIdle })
}
const prompts = () => onPrompt.mock.calls.map(([seconds]) => seconds)

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T10:00:00Z') })
  begin()
})
afterEach(() => {
  end()
  texts.clear()
  vi.useRealTimers()
  vi.resetAllMocks()
})

test('it prompts after 14 minutes, counts down, and ends after 15', () => {
  vi.advanceTimersByTime(14 * MINUTE - 1)
  expect(prompts()).toEqual([])
  vi.advanceTimersByTime(1)
  expect(prompts(), proves('9.idle.2')).toEqual([60])
  vi.advanceTimersByTime(MINUTE - 1)
  expect(prompts().slice(-2)).toEqual([2, 1])
  expect(onIdle).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onIdle, proves('9.idle.1')).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(MINUTE)
  expect(onIdle).toHaveBeenCalledOnce()
})

test.each(['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'input'])(
  '%s postpones the prompt',
  (sign) => {
    vi.advanceTimersByTime(13 * MINUTE)
    window.dispatchEvent(new Event(sign))
    vi.advanceTimersByTime(13 * MINUTE)
    expect(prompts()).toEqual([])
  },
)

test('while it prompts, only staying logged in postpones it, in any tab', () => {
  vi.advanceTimersByTime(14 * MINUTE + 10_000)
  window.dispatchEvent(new Event('pointermove'))
  vi.advanceTimersByTime(1000)
  expect(prompts().at(-1)).toBe(49)
  lastActivity.note()
  vi.advanceTimersByTime(1000)
  expect(prompts().at(-1)).toBeUndefined()
  vi.advanceTimersByTime(14 * MINUTE - 1000)
  expect(prompts().at(-1)).toBe(60)
  expect(onIdle, proves('4.idle.4')).not.toHaveBeenCalled()
})

test.each<[string, EventTarget, string]>([
  ['the page becomes visible', document, 'visibilitychange'],
  ['the page is shown again', window, 'pageshow'],
  ['the window gets the focus', window, 'focus'],
  ['a key is pressed', window, 'keydown'],
])('after a computer slept for 15 minutes, the time is over as soon as %s', (_, target, event) => {
  vi.setSystemTime(Date.now() + 15 * MINUTE - 1)
  target.dispatchEvent(new Event('visibilitychange'))
  expect(onIdle).not.toHaveBeenCalled()
  vi.setSystemTime(Date.now() + 1)
  target.dispatchEvent(new Event(event))
  expect(onIdle, proves('4.idle.6')).toHaveBeenCalledOnce()
})

test('a stopped monitor reacts to nothing', () => {
  end()
  vi.advanceTimersByTime(20 * MINUTE)
  window.dispatchEvent(new Event('keydown'))
  expect(onIdle).not.toHaveBeenCalled()
  expect(prompts()).toEqual([])
})

test('without a recorded activity the time starts now', () => {
  lastActivity.forget()
  vi.advanceTimersByTime(13 * MINUTE)
  expect(lastActivity.isOver()).toBe(false)
  lastActivity.forget()
  expect(lastActivity.age()).toBe(0)
  vi.setSystemTime(Date.now() + 15 * MINUTE)
  expect(lastActivity.isOver()).toBe(true)
})
