// @vitest-environment happy-dom

import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { entry, type Form, form, page, repeated, section, text } from '../../engine/index.ts'
import { admissions } from '../../form/index.ts'
import { proves } from '../../testing/proves.ts'
import { preloadLazyCode } from '../parts/index.ts'
import { createIdleMonitor, DevelopmentChecks, isLocalHost } from './beside-pages-part.tsx'
import { arrivesAt, button, control, open, place, until, wordsOf } from './opened-for-test.tsx'
import { createLastActivity } from './other-tabs.ts'

describe('beside pages part', () => {
  beforeAll(preloadLazyCode)

  let app: Awaited<ReturnType<typeof open>>
  afterEach(() => app.close())

  const MINUTE = 60_000

  const wasActive = (minutes: number) =>
    window.localStorage.setItem('causeway.active', String(Date.now() - minutes * MINUTE))

  const opened = async (loggedIn: boolean) => {
    app = await open('/about', { loggedIn })
    await until(() => control('form'))
  }
  const isAsked = () => document.querySelector('[role=dialog]') !== null

  test('a person who has been idle for 14 minutes is asked, may stay, and is logged out after 15', async () => {
    await opened(true)
    wasActive(14)
    await until(() => expect(wordsOf(control('[role=dialog] h2')), proves('4.idle.2')).toBe('Still working?'))
    expect(wordsOf(control('[role=timer]')), proves('4.idle.2')).toMatch(/^(5\d|60) seconds left$/)
    expect([...document.querySelectorAll('[role=dialog] button')].map(wordsOf), proves('4.idle.3')).toEqual(
      expect.arrayContaining(['Stay logged in', 'Log out']),
    )
    button('Stay logged in').click()
    await until(() => expect(isAsked()).toBe(false))
    const rest = Date.now() - Number(window.localStorage.getItem('causeway.active'))
    expect(rest, proves('4.idle.4')).toBeLessThan(MINUTE)

    wasActive(15)
    window.dispatchEvent(new Event('keydown'))
    proves('4.idle.6')
    await arrivesAt('/login')
    await until(() =>
      expect(wordsOf(control('[role=alert]')), proves('4.idle.5', '8.inactivity.1')).toBe(
        'You have been automatically logged out due to inactivity.',
      ),
    )
    expect(app.callNames(), proves('4.idle.5', '1.inactivity.1')).toContain('logout')
  })

  test('a person who is not logged in is neither asked nor logged out', async () => {
    await opened(false)
    wasActive(14)
    await new Promise((resolve) => setTimeout(resolve, 1500)) // the monitor starts a second after the page
    window.dispatchEvent(new Event('focus'))
    expect(isAsked(), proves('4.idle.1', '4.idle.7')).toBe(false)
    wasActive(20)
    window.dispatchEvent(new Event('keydown'))
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect([place(), app.callNames()], proves('4.idle.1', '4.idle.7')).toEqual(['/about', []])
  })
})

describe('idle monitor', () => {
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
})

describe('development checks', () => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)

  const name = text('first_name', 'First Name')
  const misspelled = text('frist_name', 'First Name')
  const elevenPrefixes = Array.from({ length: 11 }, (_, index) => `college_${index}_`)

  const broken = form('1', [
    page('about', 'About', [section('s', 'S', [name, misspelled])]),
    page('education', 'Education', [
      section('t', 'T', [name]),
      repeated('colleges', 'Colleges', elevenPrefixes, 'College', [entry.text('name', 'Name')]),
    ]),
  ])

  let root: Root
  let host: HTMLElement

  beforeEach(() => {
    host = document.body.appendChild(document.createElement('div'))
    root = createRoot(host)
    vi.spyOn(console, 'warn').mockImplementation(() => {})
  })

  afterEach(async () => {
    await act(async () => root.unmount())
    host.remove()
    vi.restoreAllMocks()
  })

  async function drawOn(hostname: string, definition: Form): Promise<void> {
    vi.spyOn(window, 'location', 'get').mockReturnValue({ ...window.location, hostname })
    await act(async () => root.render(<DevelopmentChecks form={definition} />))
    await act(() => import('./definition-findings.tsx')) // loads the part that is fetched on demand
  }

  test.each([
    ['localhost', true],
    ['causeway.localhost', true],
    ['127.0.0.1', true],
    ['[::1]', true],
    ['apply.bridger.example', false],
    ['localhost.bridger.example', false],
    ['notlocalhost', false],
    ['127.0.0.1.bridger.example', false],
  ])('%s is local: %s', (hostname, local) => expect(isLocalHost(hostname), proves('5.development.1')).toBe(local))

  test.each([
    ['Keys used in multiple pages: first_name (about, education).', '5.development.2'],
    ['Keys missing from the data model: frist_name', '5.development.3'],
    ['maxNumberOfComponents of colleges is above 10.', '5.development.5'],
    ['No page asks last_name: an error on it leads nowhere.', '5.development.8'],
  ])('a local host shows on the page and in the console: %s', async (sentence, id) => {
    await drawOn('localhost', broken)
    expect(host.querySelector('[role="alert"]')?.textContent).toContain('The form definition is broken.')
    expect(host.textContent, proves(id)).toContain(sentence)
    expect(console.warn, proves(id)).toHaveBeenCalledWith(expect.stringContaining(sentence))
  })

  test('any other host checks and shows nothing', async () => {
    await drawOn('apply.bridger.example', broken)
    expect(host.innerHTML, proves('5.development.1')).toBe('')
    expect(console.warn, proves('5.development.1')).not.toHaveBeenCalled()
  })

  test('our own form has no definition errors', async () => {
    await drawOn('localhost', admissions)
    expect(host.innerHTML).toBe('')
    expect(console.warn).not.toHaveBeenCalled()
  })
})
