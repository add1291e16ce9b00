import type { ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import type { Unanswered } from './outcome.ts'

const LOOK_EVERY = 100 // ms
const TICK = 10 // ms; Linux tells processor time in hundredths of a second on every platform that Node is built for
/** Of a window in which a process neither ended nor waited for the processor: less than a machine at its limit gives. */
const IDLE_PART = 0.005

/** Milliseconds that one piece of work may take. */
export type Limits = {
  /** Of the processor: waiting for a turn counts nothing. */
  readonly processor: number
  /** With hardly any processor time: it waits for something that does not come. */
  readonly idle: number
  /** On the clock: it got too few turns. Where there is no /proc this is the only limit. */
  readonly ceiling: number
}

/** One more process that is being watched, with those that it started. */
export type Watch = {
  /** From now on it works: counts from nothing, and says once why it must end. */
  readonly begin: (limits: Limits) => void
  /** Its work is done; its memory is still watched. */
  readonly rest: () => void
  readonly stop: () => void
}

/**
 * Watches memory (bytes), processor time and clock of a process from outside. Node's own cap of memory counts only
 * JavaScript, not the pixels of an image or a WebAssembly heap.
 */
export function watchProcess(
  { pid }: Pick<ChildProcess, 'pid'>,
  memory: number,
  exceeded: (why: Unanswered) => void,
): Watch {
  let work: ReturnType<typeof counted> | undefined
  const timer = setInterval(() => {
    const why = tooMuch()
    if (why === undefined) return
    clearInterval(timer)
    exceeded(why)
  }, LOOK_EVERY)
  timer.unref()
  function tooMuch(): Unanswered | undefined {
    const used = usedBy(pid)
    if (used.bytes > memory) return { exhausted: `It took more than ${Math.round(memory / 1024 ** 2)} MB.` }
    return work?.(used.processor)
  }
  return {
    begin: (limits) => {
      work = counted(limits, usedBy(pid).processor)
    },
    rest: () => {
      work = undefined
    },
    stop: () => clearInterval(timer),
  }
}

/** Adds up the processor time of one piece of work from one look to the next. */
function counted({ processor, idle, ceiling }: Limits, before: number) {
  const begun = performance.now()
  let last = before
  let spent = 0
  let window = { since: begun, spent }
  return (now: number): Unanswered | undefined => {
    spent += Math.max(0, now - last) // a process that ends without being waited for takes its time with it
    last = now
    if (spent > processor) return { exhausted: `It took more than ${processor} ms of processor time.` }
    const at = performance.now()
    if (at - begun > ceiling) return { late: `It was not ready within ${ceiling} ms, of which it worked ${spent}.` }
    if (at - window.since < idle) return undefined
    if (spent - window.spent < idle * IDLE_PART) return { late: `It did nothing for ${idle} ms.` }
    window = { since: at, spent }
    return undefined
  }
}

type Used = { readonly bytes: number; readonly processor: number }
const nothing: Used = { bytes: 0, processor: 0 }

/** What a process and its descendants hold in memory and have taken of the processor; nothing when that cannot be known. */
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

/** Its own and that of its ended children: fields 14 to 17 of proc(5), counted from behind the name, which may hold anything. */
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
