import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, inject, test } from 'vitest'
import { readSettings } from '../platform/settings/index.ts'
import { startServer } from './start-server.ts'

test.each([
  [undefined, 1],
  ['/run/clamd.sock', 0],
])('with CLAMD %s the log says %i times at the start that nothing is scanned', async (clamd, times) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'causeway-warnings-'))
  await cp(inject('embeddedTemplate'), join(dataDir, 'database'), { recursive: true })
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
  const settings = { ...readSettings({ DATA_DIR: dataDir, ...(clamd && { CLAMD: clamd }) }), port: 0 }
  const server = await startServer(settings, log)
  await server.app.inject({ url: '/healthz' })
  await server.close()
  expect(lines.filter((line) => line.includes('documents are not scanned for malware'))).toHaveLength(times)
  await rm(dataDir, { recursive: true })
})
