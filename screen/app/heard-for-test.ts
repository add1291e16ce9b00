import { virtual } from '@guidepup/virtual-screen-reader'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { control, open, profileOf, type Server, until } from './opened-for-test.tsx'

/** Said after the first save of a visit, whatever was answered. */
export const SAVED = 'polite: All your answers are saved.'

let app: Awaited<ReturnType<typeof open>>

// Time goes by as usual, and `quiet` moves it on. React's work waits for no timer.
beforeEach(() => {
  const toFake = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] as const
  vi.useFakeTimers({ toFake: [...toFake], shouldAdvanceTime: true })
})
afterEach(() => void vi.useRealTimers())

/**
 * Starts a virtual screen reader on the page of an app. What it says is the reader's own log; `BrowserObserver` corrects
 * what it learns from the browser.
 */
export async function listenTo(opened: typeof app): Promise<void> {
  app = opened
  await virtual.start({ container: document.body, window: { document, MutationObserver: BrowserObserver } })
}

/** Opens a page of somebody who is logged in, with a screen reader, which announces nothing by itself. */
export async function opened(address: string, answer: Readonly<Record<string, string>> = {}, server: Server = {}) {
  const profile = profileOf({ last_page: address, answer })
  await listenTo(await open(address, { loggedIn: true, server: { profile, ...server } }))
  await until(() => control('form'))
  await quiet()
  expect(await announced(), 'said by a page that opens').toEqual([])
  return app
}

export async function close(): Promise<void> {
  await virtual.stop()
  await app.close()
}

/** What was said since the last call, in order. A region that was emptied says nothing. */
export async function heard(): Promise<readonly string[]> {
  const said = [...(await virtual.spokenPhraseLog())]
  await virtual.clearSpokenPhraseLog()
  return said.filter((phrase) => !/^(polite|assertive): $/.test(phrase))
}

/** What was announced since the last call, without what was read because the focus moved there. */
export const announced = async () => (await heard()).filter((phrase) => /^(polite|assertive): /.test(phrase))

/** Waits until this much was announced and silence followed. */
export async function spoken(atLeast = 1): Promise<readonly string[]> {
  const said: string[] = []
  await until(async () => {
    said.push(...(await announced()))
    expect(said.length).toBeGreaterThanOrEqual(atLeast)
  })
  await quiet()
  return [...said, ...(await announced())]
}

/** Long enough for whatever would be said too much: in steps, so that what one timer begins goes on before the next. */
export async function quiet(milliseconds = 600): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += 20) await vi.advanceTimersByTimeAsync(20)
}

/** Moves the focus, and forgets what was read there. */
export async function focus(element: HTMLElement): Promise<void> {
  element.focus()
  await quiet(20)
  await heard()
}

/** Presses keys where the focus is. */
export async function press(...keys: readonly string[]): Promise<void> {
  for (const key of keys) await virtual.press(key)
}

/**
 * Two differences between browsers and the reader. What is gone cannot be read any more. And a browser announces an
 * alert that is added together with its words (Core Accessibility API Mappings, alert), while the reader listens only
 * to changes inside a region that was there before.
 */
class BrowserObserver extends MutationObserver {
  constructor(onChange: MutationCallback) {
    super((records, observer) =>
      onChange(records.filter(({ target }) => target.isConnected).flatMap(withAddedAlerts), observer),
    )
  }
}

function withAddedAlerts(record: MutationRecord): readonly MutationRecord[] {
  const added = [...record.addedNodes].filter((node) => node instanceof Element)
  const alerts = added.flatMap((element) => [
    ...(element.matches('[role=alert]') ? [element] : []),
    ...element.querySelectorAll('[role=alert]'),
  ])
  return [record, ...alerts.map((target) => ({ ...record, type: record.type, target, addedNodes: target.childNodes }))]
}
