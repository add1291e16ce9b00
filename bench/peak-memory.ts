import { readdirSync, readFileSync } from 'node:fs'

/** The most memory that this process and all its descendants have used together, read from /proc every 100 ms. */
export function peakMemory(): { readonly stop: () => number } {
  let peak = 0
  const timer = setInterval(() => {
    const processes = new Set([process.pid])
    let bytes = 0
    for (const pid of readdirSync('/proc')
      .map(Number)
      .filter(Boolean)
      .sort((a, b) => a - b)) {
      try {
        const [, parent] = /\) \S+ (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
        if (!processes.has(pid) && !processes.has(Number(parent))) continue
        processes.add(pid)
        bytes += Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096
      } catch {
        // The process ended after it was listed.
      }
    }
    peak = Math.max(peak, bytes)
  }, 100)
  return {
    stop: () => {
      clearInterval(timer)
      return peak
    },
  }
}
