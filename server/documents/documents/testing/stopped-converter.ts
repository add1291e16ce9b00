import type { ChildProcess } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { vi } from 'vitest'
import { PATIENCE } from '../../../testing/index.ts'

/** Finds the program's next process that works on a file and suspends it, so that a kill hits it halfway. */
export const stoppedConverter = (program: ChildProcess, not?: number): Promise<number> =>
  vi.waitUntil(
    async () => {
      for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)) {
        if (pid !== not && (await isConverterOf(program, pid)) && sent(pid, 'SIGSTOP')) return pid
      }
      return undefined
    },
    { ...PATIENCE, interval: 5 },
  )

/** Waits until a converter whose program was killed has ended, even if it could not notice that by itself. */
export async function endOfConverter(program: ChildProcess, pid: number): Promise<void> {
  // A confined one ends with the process that started it, suspended or not.
  if (await isConverterOf(program, pid)) sent(pid, 'SIGCONT')
  await vi.waitUntil(async () => !(await isConverterOf(program, pid)), PATIENCE)
}

/** False if the process ended between being found and this. */
function sent(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false
    throw error
  }
}

async function isConverterOf(program: ChildProcess, pid: number): Promise<boolean> {
  const [command, facts] = await Promise.all(
    ['cmdline', 'stat'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')),
  )
  const [state] = fieldsIn(facts)
  const isOrphan = program.exitCode !== null || program.signalCode !== null
  return (
    command?.startsWith(`${process.execPath}\0--permission`) === true &&
    command.includes('converter-child') &&
    state !== 'Z' &&
    (isOrphan || (await descends(pid, program.pid)))
  )
}

/** State and parent, found after the name of the process. */
const fieldsIn = (facts = '') => facts.replace(/^.*\) /, '').split(' ')

/** Whether a process descends from another: the confinement's own process may be between them. */
async function descends(pid: number, from: number | undefined): Promise<boolean> {
  if (pid === from) return true
  const [, parent = '0'] = fieldsIn(await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''))
  return Number(parent) > 1 && descends(Number(parent), from)
}
