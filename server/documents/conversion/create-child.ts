import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Ended, endedWithServer, endOf, type NoResult } from './outcome.ts'

/** A confined process that answers each message with one message. */
export type Child = {
  /** Waits for the next message, after sending `work` if given. */
  readonly ask: (limits: Limits, work?: object) => Promise<{ readonly reply: unknown } | Ended>
  readonly isAlive: () => boolean
  readonly kill: () => void
}

const root = join(import.meta.dirname, '../../..')

const readable = [
  import.meta.dirname,
  join(root, 'server/platform/fonts'),
  join(root, 'server/platform/pdf'),
  join(root, 'node_modules'),
  join(root, 'package.json'),
]

/**
 * Starts a Node process for untrusted files. It can read only the program, writes nothing, starts nothing, gets no
 * settings, cannot reach the network or sockets (if the host supports that), and is killed when it uses more than
 * `memory` bytes.
 */
export function createChild(file: URL, memory: number, ...allowed: readonly string[]): Child {
  const node = [
    process.execPath,
    '--permission',
    ...readable.map((path) => `--allow-fs-read=${path}`),
    ...allowed,
    '--disable-warning=SecurityWarning',
    fileURLToPath(file),
  ]
  const [command = '', ...options] = confined({ readable: [...readable, process.execPath] }, node)
  const child = spawn(command, options, {
    // A folder it may read: LibreOffice returns to the folder it was started in.
    cwd: import.meta.dirname,
    // A user without a name has no home folder to look up.
    env: { HOME: '/' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })
  let end: Ended | undefined
  const kill = (why: Ended) => {
    end ??= why
    child.kill('SIGKILL')
  }
  const watch = watchProcess(child, memory, kill)
  child.on('error', (error) => kill({ interrupted: `It could not be started: ${error.message}` }))
  child.on('exit', (code, signal) => {
    watch.stop()
    end ??= endOf(code, signal)
  })

  return {
    isAlive: () => end === undefined,
    kill: () => kill(endedWithServer),
    ask: async (limits, work) => {
      if (end !== undefined) return end
      const done = new AbortController()
      const { signal } = done
      setRef(child, true)
      watch.start(limits)
      try {
        const answered = Promise.race([
          once(child, 'message', { signal }),
          once(child, 'close', { signal }).then(() => undefined),
        ])
        if (work !== undefined && child.connected) child.send(work, () => {}) // a broken pipe ends the process anyway
        const [reply] = (await answered) ?? []
        return reply === undefined ? (end ?? { crashed: 'It ended.' }) : { reply }
      } catch (error) {
        if (end === undefined) throw error
        return end // it could not be started
      } finally {
        watch.finish()
        done.abort() // otherwise each call would leave its listeners behind
        setRef(child, false)
      }
    },
  }
}

/** An idle process does not keep this process alive. */
function setRef(child: ChildProcess, on: boolean): void {
  if (on) child.ref()
  else child.unref()
  if (on) child.channel?.ref()
  else child.channel?.unref()
}

/** The parts of this machine that a converter process can see. It sees nothing else. */
type View = {
  readonly readable: readonly string[]
  /** A folder that the process may write to; the folder mounted as its /tmp is in it too. */
  readonly writable?: { readonly folder: string; readonly tmp: string }
}

/**
 * How strictly converters are isolated from this machine. `files`: bubblewrap gives each converter its own file system,
 * network and process list with only its view in them, so it cannot reach sockets, secrets or other documents.
 * `network`: only the network is taken away. In both cases it ends with this process. The host decides which of them is
 * possible.
 */
type Confinement = 'files' | 'network' | 'none'

export function confinement(): Confinement {
  if (isSupported(bubblewrap({ readable: [] }))) return 'files'
  return isSupported(without.network) ? 'network' : 'none'
}

/** The command with its confinement in front. It may start other processes; they all end with the first one. */
export function confined(view: View, command: readonly string[]): readonly string[] {
  if (confinement() === 'files') return [...bubblewrap(view), ...command]
  const endsWithParent = isSupported(without.parent) ? without.parent : []
  const processNamespace = [...without.network.slice(0, -1), '--pid', '--fork', '--kill-child', '--']
  if (view.writable && isSupported(processNamespace)) return [...endsWithParent, ...processNamespace, ...command]
  return [...(isSupported(without.network) ? without.network : []), ...endsWithParent, ...command]
}

/** Programs, libraries and fonts. Not all of /usr, because somebody's data folder may be in it. */
const systemPaths = [
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/usr/bin',
  '/usr/lib',
  '/usr/lib32',
  '/usr/lib64',
  '/usr/libexec',
  '/usr/share',
  '/usr/local/bin',
  '/usr/local/lib',
  '/usr/local/share/fonts',
  '/etc/alternatives',
  '/etc/fonts',
  '/etc/ld.so.cache',
  '/etc/libreoffice',
  '/var/cache/fontconfig',
]

function bubblewrap({ readable, writable }: View): readonly string[] {
  const readOnly = (path: string) => ['--ro-bind-try', path, path]
  const own = writable ? ['--bind', writable.folder, writable.folder] : []
  return [
    'bwrap',
    '--unshare-all',
    '--unshare-user',
    '--uid',
    '65534',
    '--gid',
    '65534',
    '--die-with-parent',
    '--new-session',
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    // First, because everything else may be below the system's /tmp.
    ...(writable ? ['--bind', writable.tmp, '/tmp'] : []),
    ...[...systemPaths, ...readable].flatMap(readOnly),
    ...own,
    '--remount-ro',
    '/',
    '--',
  ]
}

/** The folder of an installed LibreOffice, wherever it is: its programs are next to the files they read. */
export const installationFolderOf = (program: string): string =>
  /\/program\/[^/]+$/.test(program) ? dirname(dirname(program)) : dirname(program)

const without = {
  network: ['unshare', '--map-root-user', '--net', '--'],
  parent: ['setpriv', '--pdeathsig', 'KILL', '--'],
} as const

const cache = new Map<string, boolean>()

/** Whether the host allows a command to run this way; tried once. */
function isSupported(before: readonly string[]): boolean {
  const key = before.join(' ')
  const known = cache.get(key)
  if (known !== undefined) return known
  const [command = '', ...options] = before
  const result = spawnSync(command, [...options, 'true'], { stdio: 'ignore', timeout: 5_000 }).status === 0
  cache.set(key, result)
  return result
}

const CHECK_INTERVAL = 100 // ms
const TICK = 10 // ms; on every platform that Node supports, Linux reports processor time in hundredths of a second

/** Part of a period without waiting for the processor or ending: less than an overloaded machine gives. */
const IDLE_PART = 0.005

/** Milliseconds that one piece of work may take. */
export type Limits = {
  /** Of processor time; waiting for the processor does not count. */
  readonly processor: number
  /** With almost no processor time used: it waits for something that never comes. */
  readonly idle: number
  /** On the clock: it got too little processor time. Without /proc, this is the only limit. */
  readonly elapsed: number
}

/** A process that is watched together with those it started. */
type Watch = {
  /** Starts measuring a piece of work from zero, and reports once why it must end. */
  readonly start: (limits: Limits) => void
  /** Its work is done; its memory is still watched. */
  readonly finish: () => void
  readonly stop: () => void
}

/**
 * Watches a process's memory (bytes), processor time and elapsed time from outside. Node's own memory limit counts only
 * JavaScript, not the pixels of an image or a WebAssembly heap.
 */
export function watchProcess(
  { pid }: Pick<ChildProcess, 'pid'>,
  memory: number,
  exceeded: (why: NoResult) => void,
): Watch {
  let work: ReturnType<typeof createCounter> | undefined
  const timer = setInterval(() => {
    const why = exceededLimit()
    if (why === undefined) return
    clearInterval(timer)
    exceeded(why)
  }, CHECK_INTERVAL)
  timer.unref()
  function exceededLimit(): NoResult | undefined {
    const used = usedBy(pid)
    if (used.bytes > memory) return { exhausted: `It took more than ${Math.round(memory / 1024 ** 2)} MB.` }
    return work?.(used.processor)
  }
  return {
    start: (limits) => {
      work = createCounter(limits, usedBy(pid).processor)
    },
    finish: () => {
      work = undefined
    },
    stop: () => clearInterval(timer),
  }
}

/** Adds up the processor time of one piece of work from one measurement to the next. */
function createCounter({ processor, idle, elapsed }: Limits, before: number) {
  const start = performance.now()
  let last = before
  let used = 0
  let window = { since: start, spent: used }
  return (now: number): NoResult | undefined => {
    used += Math.max(0, now - last) // the time of a child that nobody waited for disappears with it
    last = now
    if (used > processor) return { exhausted: `It took more than ${processor} ms of processor time.` }
    const at = performance.now()
    if (at - start > elapsed) return { late: `It was not ready within ${elapsed} ms, of which it worked ${used}.` }
    if (at - window.since < idle) return undefined
    if (used - window.spent < idle * IDLE_PART) return { late: `It did nothing for ${idle} ms.` }
    window = { since: at, spent: used }
    return undefined
  }
}

type Used = { readonly bytes: number; readonly processor: number }
const nothing: Used = { bytes: 0, processor: 0 }

/** The memory and processor time that a process and its descendants use; nothing if that cannot be known. */
function usedBy(pid: number | string | undefined): Used {
  try {
    return childrenOf(pid)
      .map(usedBy)
      .reduce((one, other) => ({ bytes: one.bytes + other.bytes, processor: one.processor + other.processor }), {
        bytes: residentBytes(pid),
        processor: processorTime(pid),
      })
  } catch {
    return nothing // it has ended, or this is not Linux
  }
}

function residentBytes(pid: number | string | undefined): number {
  const [, kilobytes = 0] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

/** Its own and its ended children's time: fields 14 to 17 of proc(5), counted after the name, which may be any text. */
function processorTime(pid: number | string | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * TICK, 0)
}

const childrenOf = (pid: number | string | undefined): readonly string[] =>
  readdirSync(`/proc/${pid}/task`).flatMap(
    (thread) => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').match(/\d+/g) ?? [],
  )
