import type { ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import type { NoResult } from './outcome.ts'

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
export type Watch = {
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
