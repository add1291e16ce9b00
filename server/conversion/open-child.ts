import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { confinement } from './confinement.ts'
import { memoryGuard } from './memory-guard.ts'

/** A confined process that answers each message with one message. */
export type Child = {
  /** Waits for the next message, after sending one if there is one to send; `patience` in milliseconds. */
  readonly ask: (
    patience: number,
    work?: Uint8Array,
  ) => Promise<{ readonly reply: unknown } | { readonly crashed: string }>
  readonly isAlive: () => boolean
  readonly kill: () => void
}

const root = join(import.meta.dirname, '../..')

/**
 * Starts a Node process for files that nobody trusts: it reads the program and nothing else, writes nothing, starts
 * nothing, knows no setting, reaches no network where the host allows, and is killed above `memory` bytes.
 */
export function openChild(file: URL, memory: number, ...allowed: readonly string[]): Child {
  const readable = [import.meta.dirname, join(root, 'node_modules'), join(root, 'package.json')]
  const node = [
    process.execPath,
    '--permission',
    ...readable.map((path) => `--allow-fs-read=${path}`),
    ...allowed,
    '--disable-warning=SecurityWarning',
    fileURLToPath(file),
  ]
  const [command = '', ...options] = [...confinement(), ...node]
  const child = spawn(command, options, {
    // A folder it may read: LibreOffice goes back to where it was started.
    cwd: import.meta.dirname,
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })
  let end: string | undefined
  const ended = (reason: string) => {
    end ??= reason
  }
  const guard = memoryGuard(child, memory, () => {
    ended(`It took more than ${Math.round(memory / 1024 ** 2)} MB.`)
    child.kill('SIGKILL')
  })
  child.on('error', (error) => ended(`It could not be started: ${error.message}`))
  child.on('exit', (code, signal) => {
    guard.stop()
    ended(`It ended with ${signal ?? `code ${code}`}.`)
  })

  return {
    isAlive: () => end === undefined,
    kill: () => {
      ended('It was ended.')
      child.kill('SIGKILL')
    },
    ask: async (patience, work) => {
      if (end !== undefined) return { crashed: end }
      const late = AbortSignal.timeout(patience)
      const done = new AbortController()
      const signal = AbortSignal.any([late, done.signal])
      hold(child, true)
      try {
        const answered = Promise.race([
          once(child, 'message', { signal }),
          once(child, 'close', { signal }).then(() => undefined),
        ])
        if (work !== undefined && child.connected) child.send(work, () => {}) // a broken pipe is told by its end
        const [reply] = (await answered) ?? []
        return reply === undefined ? { crashed: end ?? 'It ended.' } : { reply }
      } catch (error) {
        ended(late.aborted ? `It was not ready within ${patience} ms.` : String(error))
        child.kill('SIGKILL')
        return { crashed: end ?? '' }
      } finally {
        done.abort() // or each question would leave its listeners behind
        hold(child, false)
      }
    },
  }
}

/** An idle process keeps nobody else alive. */
function hold(child: ChildProcess, on: boolean): void {
  if (on) child.ref()
  else child.unref()
  if (on) child.channel?.ref()
  else child.channel?.unref()
}
