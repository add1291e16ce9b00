import { once } from 'node:events'
import { chmodSync, lstatSync, rmSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { connect } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isLoopback, type MetricsAddress, startupError } from '../settings/index.ts'
import type { Certificate } from '../tls/index.ts'
import { type Metrics, type Reading, reading } from './create-metrics.ts'

/**
 * Serves GET /metrics where METRICS says, and nothing else: on a port or socket of its own, so that no route of the
 * public port leads there. A certificate is for other machines; on this one there is no TLS. Throws a startup error if it
 * cannot listen. `close` cuts open connections.
 */
export async function serveMetrics(
  address: MetricsAddress,
  metrics: Metrics,
  certificate?: Certificate,
): Promise<{ close: () => Promise<void> }> {
  const answer: RequestListener = async ({ method, url }, reply) => {
    if (method !== 'GET' || url?.split('?')[0] !== '/metrics') {
      reply.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('Metrics are at /metrics.\n')
      return
    }
    const text = await metrics.text()
    reply.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text)
  }
  const server = serverAt(address, answer, certificate)
  await listen(server, address)
  const watched = watchProcess()
  metrics.readAtScrape(watched.read)
  return {
    close: async () => {
      watched.close()
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function serverAt(address: MetricsAddress, answer: RequestListener, certificate?: Certificate): Server {
  if (certificate === undefined || 'path' in address || isLoopback(address.host)) return createServer(answer)
  const server = createTlsServer(certificate.pair, answer)
  certificate.renewIn(server)
  return server
}

async function listen(server: Server, address: MetricsAddress): Promise<void> {
  const named = 'path' in address ? address.path : `${address.host}:${address.port}`
  if ('path' in address) await removeStale(address.path)
  server.listen(address)
  await once(server, 'listening').catch((error) => {
    const why = error.code === 'EADDRINUSE' ? 'another program has it' : error.code
    throw startupError(`METRICS ${named} cannot be opened (${why}): choose another port or socket.`, error)
  })
  // The collector may run as another user of the same group.
  if ('path' in address) chmodSync(address.path, 0o660)
}

/** Removes the socket that a killed process left behind, never one that is in use and never another kind of file. */
async function removeStale(path: string): Promise<void> {
  const existing = lstatSync(path, { throwIfNoEntry: false })
  if (existing === undefined) return
  if (!existing.isSocket()) throw startupError(`METRICS names ${path}, which exists and is not a socket.`)
  const probe = connect(path)
  const isInUse = await once(probe, 'connect').then(
    () => true,
    () => false,
  )
  probe.destroy()
  if (!isInUse) rmSync(path)
}

const RESOLUTION = 10 // ms

/** Starts to watch this process; the result reads how it has fared since it was last read. */
function watchProcess(): { readonly read: () => Promise<readonly Reading[]>; readonly close: () => void } {
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
