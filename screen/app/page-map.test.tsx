// @vitest-environment happy-dom
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { problemsIn, progressOf } from '../../engine/index.ts'
import { form, veteran } from '../../form/testing/index.ts'
import { preloadLazyCode } from '../parts/index.ts'
import { button, control, fill, open, profileOf, type, until, wordsOf } from './opened-for-test.tsx'

beforeAll(preloadLazyCode)

/** Stands in for the browser's observer: `enter` puts a section under the reading line. */
const observers = new Set<(changes: readonly object[]) => void>()
const enter = async (id: string) => {
  await until(() => expect(observers.size).toBe(2)) // of the map and of the narrow button
  const target = control(`[data-section="${id}"]`)
  for (const notify of observers) notify([{ isIntersecting: true, target }])
}
let app: Awaited<ReturnType<typeof open>>
afterEach(() => {
  app.close()
  observers.clear()
  vi.restoreAllMocks()
})
const opened = async (...given: Parameters<typeof open>) => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly notify: (changes: readonly object[]) => void
      constructor(notify: (changes: readonly object[]) => void) {
        this.notify = notify
        observers.add(notify)
      }
      observe() {}
      disconnect() {
        observers.delete(this.notify)
      }
    },
  )
  app = await open(...given)
  await until(() => control('form'))
}
const asStudent = (address: string, answer: Record<string, string | undefined>, status?: 'validating') =>
  opened(address, {
    loggedIn: true,
    server: {
      profile: profileOf({
        last_page: address,
        answer: Object.fromEntries(Object.entries(answer).flatMap(([key, value]) => (value ? [[key, value]] : []))),
        ...(status && { web_status: (['started', status] as const).map((web_status) => ({ web_status, at: '2026' })) }),
      }),
    },
  })
const MAP = 'nav[aria-label="Sections of this page"]'
const sections = () => [...document.querySelectorAll(`${MAP} a`)].map(wordsOf)
const inView = () => [...document.querySelectorAll(`${MAP} a[aria-current="location"]`)].map(wordsOf)
const hints = () => [...document.querySelectorAll('nav[aria-label^="Steps"] a')].map((each) => wordsOf(each))

describe('the map of a page', () => {
  test('lists its sections with their states, which answers change', async () => {
    await opened('/about')
    expect(sections().slice(0, 3)).toEqual([
      'Name (not started)',
      'Birth and citizenship (not started)',
      'Contact (not started)',
    ])
    expect(sections().slice(-2)).toEqual(['Parents and guardians (optional)', 'Gender and race (optional)'])
    await fill('first_name', 'Maya')
    await until(() => expect(sections()[0]).toBe('Name (1 question left)'))
    await fill('last_name', 'Ortega')
    await until(() => expect(sections()[0]).toBe('Name (done)'))
  })

  test('does not change while somebody types, only when the answer is finished', async () => {
    await opened('/about')
    const box = await type('first_name', 'Maya')
    await type('first_name', 'Maya I')
    expect(sections()[0]).toBe('Name (not started)')
    box.blur()
    await until(() => expect(sections()[0]).toBe('Name (1 question left)'))
  })

  test('marks the section in view, which is the first until the page is scrolled', async () => {
    await opened('/about')
    expect(inView()).toEqual(['Name (not started)'])
    await enter('contact')
    await until(() => expect(inView()).toEqual(['Contact (not started)']))
  })

  test('leads to the heading of a section and leaves the address alone', async () => {
    await opened('/about')
    const scrolled = vi.spyOn(HTMLElement.prototype, 'scrollIntoView')
    const before = [window.location.href, window.history.length]
    control(`${MAP} a[href="#section-contact"]`).click()
    expect(wordsOf(document.activeElement)).toBe('Contact')
    expect(document.activeElement?.tagName).toBe('H2')
    expect(scrolled).toHaveBeenCalled()
    expect([window.location.href, window.history.length]).toEqual(before)
  })

  test('is one list: the narrow button names the same section and opens the same states', async () => {
    await opened('/about')
    await enter('program')
    const opener = await until(() => button('Your program, 4 of 9'))
    opener.click()
    const listed = () => [...control('[role=dialog]').querySelectorAll('a')].map(wordsOf)
    await until(() => expect(listed()).toEqual(sections()))
    control('[role=dialog] a[href="#section-parents"]').click()
    await until(() => expect(document.querySelector('[role=dialog]')).toBeNull())
    expect(wordsOf(document.activeElement)).toBe('Parents and guardians (optional)')
  })

  test('a link to a section, opened in a new tab, leads to its heading', async () => {
    await opened('/about#section-military')
    await until(() => expect(wordsOf(document.activeElement)).toBe('Military service (optional)'))
  })

  test('of the last page begins with the answers to check', async () => {
    await asStudent('/final-steps', {})
    expect(sections()[0]).toMatch(/^Check your answers \(\d+ questions left\)$/)
    app.close()
    await asStudent('/final-steps', { ...veteran.answer, register: '' })
    await until(() =>
      expect(sections()).toEqual(['Check your answers (done)', 'Conduct and certification (1 question left)']),
    )
    control(`${MAP} a[href="#section-check-your-answers"]`).click()
    expect(wordsOf(document.activeElement)).toBe('Check your answers')
  })

  test('has an icon of alarm only after the first Submit', async () => {
    const alarm = () => document.querySelectorAll(`${MAP} svg path[d="M10 6v4.75M10 13.6v.1"]`).length
    await asStudent('/about', { first_name: 'Maya' })
    expect(alarm()).toBe(0)
    app.close()
    await asStudent('/about', { first_name: 'Maya' }, 'validating')
    await until(() => expect(alarm()).toBe(sections().filter((each) => /left\)$/.test(each)).length))
    expect(alarm()).toBeGreaterThan(0)
  })
})

describe('the steps', () => {
  test('say how many questions are left, by the count by which the application is submitted', async () => {
    await opened('/about')
    const today = '2026-11-21'
    const empty = { answer: {}, add_another: {}, tabs: {}, document_answer: {} }
    const pages = progressOf(form, empty, problemsIn(form, empty, today))
    expect(pages.map(({ left }) => left).every((left) => left > 0)).toBe(true)
    expect(hints()).toEqual(
      ['1Personal Info', '2Academic History', '3Submit'].map((name, index) => {
        const left = pages[index]?.left
        return `${name}${left} ${left === 1 ? 'question' : 'questions'} left`
      }),
    )
  })

  test('say Done when nothing required is missing, but the last one is not done before it is submitted', async () => {
    await asStudent('/about', veteran.answer)
    expect(hints()).toEqual(['1Personal InfoDone', '2Academic HistoryDone', '3SubmitReady to submit'])
    app.close()
    await asStudent('/about', { ...veteran.answer, first_name: '' })
    expect(hints()).toEqual(['1Personal Info1 question left', '2Academic HistoryDone', '3SubmitSigned'])
  })
})
