import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'

const LOOK_EVERY = 100 // ms
const PAGE = 4096 // bytes, of /proc on every platform that Node 24 is built for but some of arm64, where it is larger

/**
 * Calls `exceeded` once when a process holds more than so many bytes of memory. Node's own cap counts only JavaScript,
 * not the pixels of an image or a WebAssembly heap. Where there is no /proc the deadline alone holds.
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

/** Bytes a process holds in memory; 0 when that cannot be known. */
function residentBytes(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE
  } catch {
    return 0 // it has ended, or this is not Linux
  }
}
