import { monitorEventLoopDelay } from 'node:perf_hooks'
import { type Reading, reading } from './create-metrics.ts'

const RESOLUTION = 10 // ms

/** Starts to watch this process; the result reads how it has fared since it was last read. */
export function watchProcess(): { readonly read: () => Promise<readonly Reading[]>; readonly close: () => void } {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION })
  delay.enable()
  return {
    read: async () => {
      const { user, system } = process.cpuUsage()
      // A timer is never early: the resolution is part of every measured delay.
      const late = (percentile: number) => Math.max(0, delay.percentile(percentile) / 1e9 - RESOLUTION / 1e3)
      const readings = [
        reading('causeway_event_loop_delay_seconds', { percentile: '50' }, late(50)),
        reading('causeway_event_loop_delay_seconds', { percentile: '99' }, late(99)),
        reading('causeway_event_loop_delay_seconds', { percentile: '100' }, late(100)),
        reading('process_cpu_seconds_total', {}, (user + system) / 1e6),
        reading('process_resident_memory_bytes', {}, process.memoryUsage.rss()),
        reading('process_start_time_seconds', {}, Math.round(Date.now() / 1e3 - process.uptime())),
      ]
      delay.reset()
      return readings
    },
    close: () => void delay.disable(),
  }
}
