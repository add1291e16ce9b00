import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from '@playwright/test'
import { freePort } from '../../testing/free-port.ts'
import { marionetteOn, preferencesFile, quietFirefox } from './marionette.ts'

const START_WITHIN = 120_000 // ms
const HEARD_WITHIN = 20_000 // ms
const SERVED_WITHIN = 120_000 // ms
/** Nothing more is said after this silence, in ms. */
const SILENCE = 1500

/** How many utterances, or the one that comes when the server has done its work, which may take long. */
type Expected = number | string

/** Firefox on a screen of its own that nobody sees, read by Orca. Only the keyboard is used. */
export type ScreenReader = {
  /**
   * Presses a key, by its name in X (`Tab`, `shift+Tab`), or types a text, and returns all that is said of it. If less
   * is said than expected, it waits long.
   */
  readonly press: (key: string, expected: Expected) => Promise<readonly string[]>
  readonly type: (text: string, expected: Expected) => Promise<readonly string[]>
  /** Waits until so much has come by itself, and for the silence after it. */
  readonly listen: (expected: Expected) => Promise<readonly string[]>
  /** Moves the clock of the page on by this many milliseconds, as if the computer had slept. */
  readonly later: (milliseconds: number) => Promise<void>
  readonly stop: () => Promise<void>
}

/** What is pressed, and all that is said of it, in order. What does not begin with "type " is a key. */
export type Step = readonly [hand: string, ...utterances: readonly (string | RegExp)[]]

/** What comes when the server has replied, and so at one step or the next; the journeys compare it by itself. */
export const SAVED = 'All your answers are saved.'
const WHEN_READY: readonly string[] = ['Loading…', SAVED]
export const withoutWaits = (heard: readonly string[]) => heard.filter((each) => !WHEN_READY.includes(each))

/** Does what the steps say, and compares all that is said with them: nothing unsaid, nothing twice, and in order. */
export async function expectHeard(reader: ScreenReader, steps: readonly Step[]): Promise<void> {
  for (const [hand, ...utterances] of steps) {
    const text = /^type (.*)$/.exec(hand)?.[1]
    const heard = await (text === undefined
      ? reader.press(hand, utterances.length)
      : reader.type(text, utterances.length))
    const words = utterances.map((each) => (typeof each === 'string' ? each : expect.stringMatching(each)))
    expect.soft(withoutWaits(heard), `${hand}: ${utterances[0] ?? ''}`).toEqual(words)
  }
}

/** More than any page has. */
const MOST_STOPS = 60

/** Presses Tab until something is said that begins so, and returns all that is said there. */
export async function tabUntil(reader: ScreenReader, words: string): Promise<readonly string[]> {
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    const heard = await reader.press('Tab', 1)
    if (heard.some((each) => each.startsWith(words))) return heard
  }
  throw new Error(`No stop of Tab was called ${words}`)
}

const programs = ['Xvfb', 'openbox', 'xdotool', 'dbus-run-session', 'gsettings', 'orca', 'firefox-esr'].map(
  (name) => `/usr/bin/${name}`,
)
const busOfAccessibility = '/usr/libexec/at-spi-bus-launcher'

/** Orca needs what Firefox tells it. */
const preferences = { ...quietFirefox, 'accessibility.force_disabled': -1 }

/**
 * Each line is written at once, and no voice is started, which may wait for a sound card for ever; "--disable=speech"
 * would keep messages of the page out of it.
 */
const CUSTOMIZATIONS = `from orca import debug, speech
debug.debugFile.reconfigure(line_buffering=True)
speech.init = lambda: None
`

/** Orca's own, without the names of the keys that are pressed, and without reading a page from its beginning. */
const spoken = { enableKeyEcho: false, sayAllOnLoad: false, pageSummaryOnLoad: false }
const settings = {
  general: {},
  pronunciations: {},
  keybindings: {},
  profiles: {
    default: { profile: ['Default', 'default'], pronunciations: {}, keybindings: {}, ...spoken },
  },
}

/** Only `script/test --peers` asks for it. */
export function whyNoScreenReader(): string | undefined {
  if (process.env.CAUSEWAY_PEERS !== '1') return 'script/test --peers starts it'
  const missing = [...programs, busOfAccessibility].filter((each) => !existsSync(each))
  return missing.length > 0 ? `not installed: ${missing.join(', ')}` : undefined
}

/** Opens an address in Firefox under Orca. */
export async function startScreenReader(address: string): Promise<ScreenReader> {
  const home = await mkdtemp(join(tmpdir(), 'causeway-reader-'))
  const [run, profile, log] = [join(home, 'run'), join(home, 'profile'), join(home, 'orca.log')]
  await mkdir(run, { mode: 0o700 })
  await mkdir(profile)
  const port = await freePort()
  await writeFile(join(profile, 'user.js'), preferencesFile({ ...preferences, 'marionette.port': port }))
  await mkdir(join(home, '.local/share/orca'), { recursive: true })
  await writeFile(join(home, '.local/share/orca/user-settings.conf'), JSON.stringify(settings))
  await writeFile(join(home, '.local/share/orca/orca-customizations.py'), CUSTOMIZATIONS)

  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [number] = await once(screen.stdout, 'data')
  const env = {
    ...{ PATH: process.env.PATH, HOME: home, XDG_RUNTIME_DIR: run, LANG: 'C.UTF-8', TZ: 'America/Denver' },
    DISPLAY: `:${String(number).trim()}`,
  }
  const inSession = `openbox &
    gsettings set org.gnome.desktop.interface toolkit-accessibility true
    ${busOfAccessibility} --launch-immediately --screen-reader=1 &
    sleep 2
    orca --replace --debug-file='${log}' &
    until grep -q 'ORCA: Starting registry' '${log}' 2>/dev/null; do sleep 0.2; done
    exec firefox-esr --profile '${profile}' --no-remote --marionette '${address}'`
  const session = spawn('dbus-run-session', ['--', 'sh', '-c', inSession], { env, detached: true, stdio: 'ignore' })
  process.once('exit', () => end(session, screen))

  let read = 0
  const said = () => utterancesIn(readFileSync(log, { encoding: 'utf8', flag: 'a+' }))
  /** All that is said until the silence after what is expected. */
  const heard = async (expected: Expected) => {
    const deadline = Date.now() + (typeof expected === 'number' ? HEARD_WITHIN : SERVED_WITHIN)
    let [utterances, since] = [said().slice(read), Date.now()]
    const isMissing = () =>
      typeof expected === 'number' ? utterances.length < expected : !utterances.includes(expected)
    while (Date.now() < deadline && (isMissing() || Date.now() - since < SILENCE)) {
      await sleep(100)
      const next = said().slice(read)
      if (next.length > utterances.length) [utterances, since] = [next, Date.now()]
    }
    read += utterances.length
    return utterances
  }
  const hand = (...words: readonly string[]) => execFileSync('xdotool', words, { env })
  const deadline = Date.now() + START_WITHIN
  while (!said().some((each) => each.startsWith('Finished loading'))) {
    if (session.exitCode !== null) throw new Error(`The session ended with ${session.exitCode}.`)
    if (Date.now() > deadline) throw new Error(`Nothing was read within ${START_WITHIN} ms: ${said().join(' | ')}`)
    hand('key', 'Shift_L') // a page that came before Orca is noticed with the next key
    await sleep(500)
  }
  await heard(0)
  return {
    press: (key, count) => {
      hand('key', key)
      return heard(count)
    },
    type: (text, count) => {
      hand('type', '--delay', '150', text)
      return heard(count)
    },
    listen: heard,
    later: (milliseconds) => moveClock(port, milliseconds),
    stop: async () => {
      const ended = Promise.all([once(session, 'exit'), once(screen, 'exit')])
      end(session, screen)
      await ended
      await rm(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function moveClock(port: number, milliseconds: number): Promise<void> {
  const script = `const { Date: clock } = window
    const now = clock.now
    clock.now = () => now() + ${milliseconds}
    window.dispatchEvent(new Event('focus'))`
  const socket = connect(port, '127.0.0.1')
  const send = await marionetteOn(socket)
  await send('WebDriver:NewSession', {})
  await send('WebDriver:ExecuteScript', { script, args: [] })
  await send('WebDriver:DeleteSession', {})
  socket.destroy()
}

/** With everything that runs in the session. */
function end(session: ChildProcess, screen: ChildProcess): void {
  const hasEnded = session.exitCode !== null || session.signalCode !== null
  if (session.pid !== undefined && !hasEnded) process.kill(-session.pid, 'SIGTERM')
  screen.kill()
}

/**
 * Not the page's: what Orca does with the next key, a tab that Firefox keeps ready, and what Orca says, on any page, when
 * the focus goes on to a field that has a text.
 */
const own = ['Focus mode', 'Browse mode', 'Finished loading New Tab.', 'Text unselected.']

const utterancesIn = (log: string) =>
  [...log.matchAll(/SPEECH OUTPUT: '(.*?)' ?(?:\{.*\})?$/gm)]
    .map(([, words = '']) => words.trim())
    .filter((words) => !own.includes(words))
