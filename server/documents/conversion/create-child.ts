import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { confined } from './confinement.ts'
import { type Ended, endedWithServer, endOf } from './end-of-process.ts'
import { type Limits, watchProcess } from './watch-process.ts'

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
