import type { ChildProcess } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { vi } from 'vitest'
import { PATIENCE } from '../../../testing/index.ts'

/** Finds the next process of a program that works on a file and stops it where it is: killed now, it dies in the middle. */
export const stoppedConverter = (program: ChildProcess, not?: number): Promise<number> =>
  vi.waitUntil(
    async () => {
      for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)) {
        if (pid === not || !(await isConverterOf(program, pid))) continue
        process.kill(pid, 'SIGSTOP')
        return pid
      }
      return undefined
    },
    { ...PATIENCE, interval: 5 },
  )

/** Waits for the end of a converter whose program was killed, even where it could not have noticed by itself. */
export async function endOfConverter(program: ChildProcess, pid: number): Promise<void> {
  // One that is confined ends with whoever started it, stopped or not.
  if (await isConverterOf(program, pid)) process.kill(pid, 'SIGCONT')
  await vi.waitUntil(async () => !(await isConverterOf(program, pid)), PATIENCE)
}

async function isConverterOf(program: ChildProcess, pid: number): Promise<boolean> {
  const [command, facts] = await Promise.all(
    ['cmdline', 'stat'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')),
  )
  const [state] = fieldsIn(facts)
  const isOrphan = program.exitCode !== null || program.signalCode !== null
  return (
    command?.startsWith(`${process.execPath}\0--permission`) === true &&
    command.includes('judge-child') &&
    state !== 'Z' &&
    (isOrphan || (await descends(pid, program.pid)))
  )
}

/** State and parent, from behind the name of a process. */
const fieldsIn = (facts = '') => facts.replace(/^.*\) /, '').split(' ')

/** Whether a process was started by another, or by one that it started: what confines a converter stands between them. */
async function descends(pid: number, from: number | undefined): Promise<boolean> {
  if (pid === from) return true
  const [, parent = '0'] = fieldsIn(await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''))
  return Number(parent) > 1 && descends(Number(parent), from)
}
