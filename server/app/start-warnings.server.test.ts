import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
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

test('a provider of the staff needs roles, and a log line says that it asks for no second factor', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'causeway-warnings-'))
  await cp(inject('embeddedTemplate'), join(dataDir, 'database'), { recursive: true })
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
  const provider = { STAFF_OIDC_CLIENT_ID: 'i', STAFF_OIDC_CLIENT_SECRET: 's' }
  const settings = {
    // Nothing listens there: the product starts while its provider is away.
    ...readSettings({ DATA_DIR: dataDir, STAFF_OIDC_ISSUER: 'http://127.0.0.1:1', ...provider }),
    port: 0,
  }
  await expect(startServer(settings, log)).rejects.toThrow(/^INSTITUTION_FILE gives nobody a role/)
  const institution = JSON.parse(await readFile(settings.institutionFile, 'utf8'))
  Object.assign(institution.private, { staff: { roles: { 'adm-viewers': 'viewer' } }, pdf_mark: undefined })
  const institutionFile = join(dataDir, 'institution.json')
  await writeFile(institutionFile, JSON.stringify(institution))
  const server = await startServer({ ...settings, institutionFile }, log)
  expect((await server.app.inject({ url: '/staff/sign-in' })).statusCode).toBe(503)
  await server.close()
  expect(lines.filter((line) => line.includes('STAFF_OIDC_MFA is unset'))).toHaveLength(1)
  await rm(dataDir, { recursive: true })
})
