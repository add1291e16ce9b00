import type { ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

const LOOK_EVERY = 100 // ms
const PAGE = 4096 // bytes, of /proc on every platform that Node 24 is built for but some of arm64, where it is larger

/**
 * Calls `exceeded` once when a process and those it started hold more than so many bytes of memory. Node's own cap counts
 * only JavaScript, not the pixels of an image or a WebAssembly heap. Where there is no /proc the deadline alone holds.
 */
export function memoryGuard({ pid }: ChildProcess, most: number, exceeded: () => void): { readonly stop: () => void } {
  const timer = setInterval(() => {
    if (residentBytes(pid) <= most) return
    clearInterval(timer)
    exceeded()
  }, LOOK_EVERY)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

/** Bytes a process and its descendants hold in memory; 0 when that cannot be known. */
function residentBytes(pid: number | string | undefined): number {
  try {
    const own = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE
    return childrenOf(pid).reduce((sum, child) => sum + residentBytes(child), own)
  } catch {
    return 0 // it has ended, or this is not Linux
  }
}

const childrenOf = (pid: number | string | undefined): readonly string[] =>
  readdirSync(`/proc/${pid}/task`).flatMap(
    (thread) => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').match(/\d+/g) ?? [],
  )
