import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../testing/free-port.ts'
import { marionetteOn, preferencesFile, quietFirefox } from './marionette.ts'

/** The browsers of Debian with engines of their own. WebKitGTK is near Safari. */
export type Engine = 'Firefox ESR' | 'WebKitGTK'

/** A command of WebDriver: as Firefox names it, and its method and path over HTTP. */
type Command = (name: string, request: readonly ['POST' | 'GET' | 'DELETE', string], given?: object) => Promise<unknown>

const FIREFOX = '/usr/bin/firefox-esr'
const WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver'
const XVFB = '/usr/bin/Xvfb'
const miniBrowsers = ['4.1', '4.0', '6.0'].map(
  (version) => `/usr/lib/x86_64-linux-gnu/webkit2gtk-${version}/MiniBrowser`,
)
const COMES_WITHIN = 60_000 // ms
/** Only `script/test --peers` asks for them. */
export function whyNot(engine: Engine): string | undefined {
  if (process.env.CAUSEWAY_PEERS !== '1') return 'script/test --peers starts it'
  const programs = engine === 'Firefox ESR' ? [FIREFOX] : [WEBKIT_DRIVER, XVFB]
  const missing = programs.filter((each) => !existsSync(each))
  if (engine === 'WebKitGTK' && !miniBrowsers.some((each) => existsSync(each))) missing.push('MiniBrowser of WebKitGTK')
  return missing.length > 0 ? `not installed: ${missing.join(', ')}` : undefined
}

/** A browser at a person's hands, through WebDriver: https://www.w3.org/TR/webdriver2. */
export type OtherBrowser = Awaited<ReturnType<typeof startOtherBrowser>>

const WEB_ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

export async function startOtherBrowser(engine: Engine) {
  const { command, end } = engine === 'Firefox ESR' ? await startFirefox() : await startWebKit()

  /** What the function, written as text, returns for these values in the page. */
  const run = async (body: string, ...args: readonly unknown[]): Promise<unknown> =>
    command('WebDriver:ExecuteScript', ['POST', 'execute/sync'], { script: body, args })
  /** Repeats what is asked of the page until it is neither null nor false. */
  const until = async (what: string, body: string, ...args: readonly unknown[]): Promise<unknown> => {
    const deadline = Date.now() + COMES_WITHIN
    for (;;) {
      // A page that is just being replaced answers with an error; what stays wrong ends at the deadline.
      const found = await run(body, ...args).catch((error: unknown) =>
        Date.now() > deadline ? Promise.reject(error) : null,
      )
      if (found !== null && found !== false) return found
      if (Date.now() > deadline) {
        const shown = await run('return location.pathname + "\\n" + document.body.innerText')
        throw new Error(`${engine}: never came: ${what}\n${String(shown).slice(0, 4000)}`)
      }
      await sleep(100)
    }
  }
  const element = async (what: string, body: string, ...args: readonly unknown[]) => {
    const found = await until(what, body, ...args)
    // WebKit's driver does not clear what is out of sight.
    await run('(arguments[0].closest("select") ?? arguments[0]).scrollIntoView({ block: "center" })', found)
    return String(Object(found)[WEB_ELEMENT])
  }
  const click = (id: string) => command('WebDriver:ElementClick', ['POST', `element/${id}/click`], { id })
  const send = (id: string, text: string) =>
    command('WebDriver:ElementSendKeys', ['POST', `element/${id}/value`], { id, text })
  const bySelector = (selector: string) => element(selector, `return document.querySelector(arguments[0])`, selector)

  const overwrite = async (selector: string, text: string) => {
    const id = await bySelector(selector)
    await command('WebDriver:ElementClear', ['POST', `element/${id}/clear`], { id })
    await send(id, text)
  }

  return {
    engine,
    run,
    until,
    open: (address: string) => command('WebDriver:Navigate', ['POST', 'url'], { url: address }),
    reload: () => command('WebDriver:Refresh', ['POST', 'refresh'], {}),
    /** Presses what can be seen and is called so: a button, link, tab, option or label, inside `within`. */
    press: async (name: string, within = 'body') => click(await element(`“${name}”`, PRESSABLE, name, within)),
    pressAt: async (selector: string) => click(await bySelector(selector)),
    /** Types over what is there, and stays in the field. */
    overwrite,
    /** Types over what is there, and leaves the field. */
    fill: async (selector: string, text: string) => {
      await overwrite(selector, text)
      await run('document.activeElement?.blur()')
    },
    /** The field that is labelled so, as a selector. */
    labelled: async (label: string) => `[id="${String(await until(`a field ${label}`, LABELLED, label))}"]`,
    /** Types after what is there, and stays in the field. */
    type: async (selector: string, text: string) => send(await bySelector(selector), text),
    choose: async (selector: string, value: string) =>
      click(await element(`${selector}: ${value}`, OPTION, selector, value)),
    chooseFile: async (selector: string, path: string) => send(await bySelector(selector), path),
    /** Waits until the page shows this text. */
    shows: (text: string | RegExp, within = 'body') =>
      typeof text === 'string'
        ? until(text, 'return document.querySelector(arguments[1])?.innerText.includes(arguments[0])', text, within)
        : until(
            text.source,
            'return new RegExp(arguments[0]).test(document.querySelector(arguments[1])?.innerText)',
            text.source,
            within,
          ),
    isAt: (path: string) => until(`the page ${path}`, 'return location.pathname === arguments[0]', path),
    holds: (selector: string, value: string) =>
      until(
        `${value} in ${selector}`,
        'return document.querySelector(arguments[0])?.value === arguments[1]',
        selector,
        value,
      ),
    /** In a window of its own: WebKit's driver shows no other tab, and a page that is hidden waits. */
    newTab: async () => {
      const made = await command('WebDriver:NewWindow', ['POST', 'window/new'], { type: 'window' })
      return String(Object(made).handle)
    },
    tab: async () => String(await command('WebDriver:GetWindowHandle', ['GET', 'window'])),
    tabs: async () =>
      Object.values(Object(await command('WebDriver:GetWindowHandles', ['GET', 'window/handles']))).map(String),
    goToTab: (handle: string) => command('WebDriver:SwitchToWindow', ['POST', 'window'], { handle }),
    resize: (width: number, height: number) =>
      command('WebDriver:SetWindowRect', ['POST', 'window/rect'], { width, height }),
    picture: async () =>
      Buffer.from(String(await command('WebDriver:TakeScreenshot', ['GET', 'screenshot'], { full: false })), 'base64'),
    stop: end,
  }
}

/** By the words on it, its label, or `aria-label`; only what is shown, and the dialog alone while one is open. */
const PRESSABLE = `
  const [name, within] = arguments
  const dialog = [...document.querySelectorAll('[role=dialog], dialog[open]')].at(-1)
  const place = within === 'body' ? (dialog ?? document.body) : document.querySelector(within)
  const named = (each) => (each.getAttribute('aria-label') ?? each.textContent).trim().replace(/\\s+/g, ' ')
  const shown = (each) => each.getClientRects().length > 0 && !each.disabled
  return [...(place?.querySelectorAll('button, a[href], label, summary, [role=tab], [role=option]') ?? [])]
    .filter((each) => shown(each) && (named(each) + ' ').startsWith(name + ' '))
    .sort((one, other) => named(one).length - named(other).length)[0] ?? null`

const LABELLED = `
  const shown = (each) => each.getClientRects().length > 0
  return [...document.querySelectorAll('label')]
    .find((each) => shown(each) && each.textContent.trim() === arguments[0] && each.control)?.control.id ?? null`

const OPTION = `
  const [selector, value] = arguments
  return [...(document.querySelector(selector)?.options ?? [])].find((each) => each.value === value) ?? null`

async function startFirefox(): Promise<{ command: Command; end: () => Promise<void> }> {
  const home = await mkdtemp(join(tmpdir(), 'causeway-firefox-'))
  const port = await freePort()
  await writeFile(join(home, 'user.js'), preferencesFile({ ...quietFirefox, 'marionette.port': port }))
  const env = { PATH: process.env.PATH, HOME: home, LANG: 'C.UTF-8', TZ: 'America/Denver' }
  const browser = spawn(FIREFOX, ['--headless', '--marionette', '--no-remote', '--profile', home], {
    env,
    stdio: 'ignore',
  })
  const endWithUs = () => void browser.kill('SIGKILL')
  process.once('exit', endWithUs)
  const socket = await connected(port, browser)
  const send = await marionetteOn(socket)
  const command: Command = async (name, _request, given = {}) => {
    const result = await send(name, given)
    // Over HTTP a value is alone, too.
    return Object.keys(Object(result)).join() === 'value' ? Object(result).value : result
  }
  await command('WebDriver:NewSession', ['POST', ''], {
    capabilities: { alwaysMatch: { unhandledPromptBehavior: 'accept' } },
  })
  const end = async () => {
    process.off('exit', endWithUs)
    socket.destroy()
    await ended(browser)
    await rm(home, { recursive: true, force: true, maxRetries: 5 })
  }
  return { command, end }
}

/** Through WebKitWebDriver, on a screen that nobody sees. */
async function startWebKit(): Promise<{ command: Command; end: () => Promise<void> }> {
  const home = await mkdtemp(join(tmpdir(), 'causeway-webkit-'))
  const screen = spawn(XVFB, ['-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [display] = await once(screen.stdout, 'data')
  const port = await freePort()
  const env = {
    ...{ PATH: process.env.PATH, HOME: home, XDG_RUNTIME_DIR: home, LANG: 'C.UTF-8', TZ: 'America/Denver' },
    DISPLAY: `:${String(display).trim()}`,
  }
  const driver = spawn(WEBKIT_DRIVER, [`--port=${port}`], { env, detached: true, stdio: 'ignore' })
  const endAll = () => {
    if (driver.pid !== undefined && driver.exitCode === null && driver.signalCode === null) process.kill(-driver.pid)
    screen.kill()
  }
  process.once('exit', endAll)
  ;(await connected(port, driver)).destroy()
  let session = `http://127.0.0.1:${port}/session`
  const command: Command = async (name, [method, path], given) => {
    const reply = await fetch(path === '' ? session : `${session}/${path}`, {
      method,
      ...(method === 'POST' && { body: JSON.stringify(given ?? {}) }),
      signal: AbortSignal.timeout(2 * COMES_WITHIN), // it waits forever for a key that no window takes
    })
    const { value } = await reply.json()
    if (!reply.ok) throw new Error(`${name}: ${value.error}: ${value.message}`)
    return value
  }
  const binary = miniBrowsers.find((each) => existsSync(each))
  const wanted = { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } }
  const made = await command('WebDriver:NewSession', ['POST', ''], { capabilities: { alwaysMatch: wanted } })
  session += `/${Object(made).sessionId}`
  const end = async () => {
    process.off('exit', endAll)
    await command('WebDriver:DeleteSession', ['DELETE', ''])
    const gone = Promise.all([once(driver, 'exit'), once(screen, 'exit')])
    endAll()
    await gone
    await rm(home, { recursive: true, force: true, maxRetries: 5 })
  }
  return { command, end }
}

/** A connection to the port of a program that is just starting. */
async function connected(port: number, program: ChildProcess) {
  const deadline = Date.now() + COMES_WITHIN
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    try {
      await once(socket, 'connect')
      return socket
    } catch (error) {
      if (program.exitCode !== null || Date.now() > deadline) throw error
      await sleep(200)
    }
  }
}

async function ended(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return
  const exit = once(program, 'exit')
  program.kill()
  await exit
}
