import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createMetrics, serveMetrics } from './index.ts'

test('a port that is taken is a startup error that names it', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  await expect(serveMetrics({ host: '127.0.0.1', port }, createMetrics())).rejects.toMatchObject({
    name: 'StartupError',
    message: `METRICS 127.0.0.1:${port} cannot be opened (another program has it): choose another port or socket.`,
  })
  other.close()
})

test('a socket that is in use, and a file that is no socket, are left alone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-metrics-'))
  const path = join(folder, 'metrics.sock')
  const first = await serveMetrics({ path }, createMetrics())
  await expect(serveMetrics({ path }, createMetrics())).rejects.toMatchObject({
    message: `METRICS ${path} cannot be opened (another program has it): choose another port or socket.`,
  })
  await first.close()
  writeFileSync(path, 'notes')
  await expect(serveMetrics({ path }, createMetrics())).rejects.toMatchObject({
    message: `METRICS names ${path}, which exists and is not a socket.`,
  })
  rmSync(folder, { recursive: true })
})

test('only GET /metrics is answered with metrics, and closing does not wait for open connections', async () => {
  const port = await new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
  const served = await serveMetrics({ host: '127.0.0.1', port }, createMetrics())
  const ask = async (path: string, method = 'GET') => {
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, { method })
    return [reply.status, reply.headers.get('content-type'), (await reply.text()).includes('causeway_up')]
  }
  expect(await ask('/metrics')).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8', true])
  expect(await ask('/metrics?name[]=x')).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8', true])
  expect(await ask('/')).toEqual([404, 'text/plain; charset=utf-8', false])
  expect(await ask('/metrics', 'POST')).toEqual([404, 'text/plain; charset=utf-8', false])
  await served.close()
})
