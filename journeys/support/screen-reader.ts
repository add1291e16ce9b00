import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const START_WITHIN = 120_000 // ms
const HEARD_WITHIN = 20_000 // ms
/** Nothing more is said after this silence, in ms. */
const SILENCE = 1500

/** Firefox on a screen of its own that nobody sees, read by Orca. Only the keyboard is used. */
export type ScreenReader = {
  /**
   * Presses a key, by its name in X (`Tab`, `shift+Tab`), or types a text, and returns all that is said of it. If less
   * is said than expected, it waits long.
   */
  readonly press: (key: string, expected: number) => Promise<readonly string[]>
  readonly type: (text: string, expected: number) => Promise<readonly string[]>
  readonly stop: () => Promise<void>
}

const programs = ['Xvfb', 'openbox', 'xdotool', 'dbus-run-session', 'gsettings', 'orca', 'firefox-esr'].map(
  (name) => `/usr/bin/${name}`,
)
const busOfAccessibility = '/usr/libexec/at-spi-bus-launcher'

/** What Firefox itself would say or ask, or fetch. */
const preferences = {
  'accessibility.force_disabled': -1,
  'app.normandy.enabled': false,
  'app.update.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.translations.enable': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'signon.rememberSignons': false,
}

/** Each line is written at once, and there is no voice; "--disable=speech" would keep messages of the page out of it. */
const CUSTOMIZATIONS = `from orca import debug, settings
debug.debugFile.reconfigure(line_buffering=True)
settings.speechFactoryModules = []
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
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`)
  await writeFile(join(profile, 'user.js'), lines.join(''))
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
    exec firefox-esr --profile '${profile}' --no-remote '${address}'`
  const session = spawn('dbus-run-session', ['--', 'sh', '-c', inSession], { env, detached: true, stdio: 'ignore' })
  process.once('exit', () => end(session, screen))

  let read = 0
  const said = () => utterancesIn(readFileSync(log, { encoding: 'utf8', flag: 'a+' }))
  /** All that is said until the silence after this many utterances. */
  const heard = async (count: number) => {
    const deadline = Date.now() + HEARD_WITHIN
    let [now, since] = [said().length, Date.now()]
    while (Date.now() < deadline && (now - read < count || Date.now() - since < SILENCE)) {
      await sleep(100)
      const next = said().length
      if (next !== now) [now, since] = [next, Date.now()]
    }
    const utterances = said().slice(read, now)
    read = now
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
    stop: async () => {
      const ended = Promise.all([once(session, 'exit'), once(screen, 'exit')])
      end(session, screen)
      await ended
      await rm(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
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
