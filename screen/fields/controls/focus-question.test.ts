// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { proves } from '../../../testing/proves.ts'
import { leadToQuestion } from './focus-question.ts'

let end = () => {}
afterEach(() => {
  end()
  document.body.innerHTML = ''
})
/** Adds a field a moment later, like one that is loaded on demand. */
const arrives = async (html: string) => {
  document.body.insertAdjacentHTML('beforeend', html)
  await new Promise((resolve) => setTimeout(resolve, 0))
}
const focused = () => document.activeElement?.id

test('a link scrolls to a field that comes later and focuses it, once', async () => {
  const scrolled = vi.spyOn(HTMLElement.prototype, 'scrollIntoView')
  end = leadToQuestion('college_name')
  await arrives('<p>School</p>')
  expect(focused()).toBe('')
  await arrives('<div><input id="college_name"></div>')
  const field = document.getElementById('college_name')
  expect(scrolled.mock.contexts, proves('2.summary.5')).toContain(field)
  scrolled.mockRestore()
  expect(focused()).toBe('college_name')
  await arrives('<input id="other">')
  document.getElementById('other')?.focus()
  await arrives('<p>More</p>')
  expect(focused()).toBe('other')
})

test.each(['keydown', 'pointerdown', 'wheel', 'touchmove'])(
  '%s: who does something else is left alone',
  async (act) => {
    end = leadToQuestion('college_name')
    window.dispatchEvent(new Event(act))
    await arrives('<input id="college_name">')
    expect(focused()).toBe('')
  },
)

test('another link in the meantime replaces it', async () => {
  leadToQuestion('college_name')()
  await arrives('<input id="college_name">')
  expect(focused()).toBe('')
})

test('an unselected tab takes the focus for its question, and the selected one does not', async () => {
  await arrives('<button id="chosen" role="tab" aria-selected="true" data-leads-to="ged_record"></button>')
  end = leadToQuestion('ged_record')
  expect(focused()).toBe('')
  await arrives('<input id="ged_record">')
  expect(focused()).toBe('ged_record')
  await arrives('<button id="other" role="tab" aria-selected="false" data-leads-to="hs_record"></button>')
  leadToQuestion('hs_record')
  expect(focused()).toBe('other')
})

test('a question stays in view while parts above it load, until the person does something', async () => {
  const grown = new Set<() => void>()
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly notify: () => void
      constructor(notify: () => void) {
        this.notify = notify
      }
      observe() {
        grown.add(this.notify)
      }
      disconnect() {
        grown.delete(this.notify)
      }
    },
  )
  await arrives('<div data-field><input id="city"></div>')
  end = leadToQuestion('city')
  const scrolled = vi.spyOn(HTMLElement.prototype, 'scrollIntoView')
  for (const notify of grown) notify()
  expect(scrolled.mock.contexts).toContain(document.querySelector('[data-field]'))
  window.dispatchEvent(new Event('wheel'))
  expect(grown.size).toBe(0)
  vi.unstubAllGlobals()
})
