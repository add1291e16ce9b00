// @vitest-environment happy-dom
import { setTimeout as wait } from 'node:timers/promises'
import { act, Profiler } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { choice, emptyApplication, form, page } from '../../../engine/index.ts'
import { AfterPaint } from '../../parts/index.ts'
import { drawItems } from '../drawn-for-test.tsx'
import { PageItems } from '../page/page-items.tsx'
import { createApplicationStore } from '../store/application-store.ts'
import { ApplicationProvider } from '../store/use-application.tsx'

const state = choice('state', 'State', [
  ['', '--'],
  ['ID', 'Idaho'],
  ['MT', 'Montana'],
])
let drawn: Awaited<ReturnType<typeof drawItems>> | undefined
afterEach(() => drawn?.remove())

const options = () => [...document.querySelectorAll('option')].map(({ value }) => value)

test.each([
  ['', {}],
  ['MT', { state: 'MT' }],
])(
  'a new page has only the chosen option “%s” at first, and keeps it chosen when the others come',
  async (chosen, answer) => {
    const seen: string[][] = []
    drawn = await drawItems([state], {
      answer,
      draw: (page) => (
        <Profiler id="page" onRender={() => seen.push(options())}>
          <AfterPaint>
            <PageItems page={page} />
          </AfterPaint>
        </Profiler>
      ),
    })
    await act(() => wait(200)) // longer than the page waits
    expect([seen[0], seen.at(-1)]).toEqual([[chosen], ['', 'ID', 'MT']])
    expect(document.querySelector('select')?.value).toBe(chosen)
  },
)

test('the page that the server sends has them all, because it can be filled in before the script', () => {
  const store = createApplicationStore({
    form: form('1', [page('page', 'Page', [state])]),
    application: emptyApplication,
    today: '2026-09-01',
  })
  const html = renderToString(
    <ApplicationProvider store={store}>
      {store.form.pages.map((each) => (
        <AfterPaint key={each.slug}>
          <PageItems page={each} />
        </AfterPaint>
      ))}
    </ApplicationProvider>,
  )
  expect(html.match(/<option/g)).toHaveLength(3)
})
