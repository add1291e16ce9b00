import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { readSettings } from '../settings/index.ts'
import { createApp, createLog } from './index.ts'

describe('the server', () => {
  test.each(['2', '45', '330'])('with REQUEST_SECONDS=%s no request may take longer to arrive', async (seconds) => {
    const sessions = { applicantOf: async () => undefined, expiredCookies: [] }
    const settings = readSettings({ REQUEST_SECONDS: seconds })
    const { server } = await createApp(settings, sessions, createLog({ logLevel: 'silent' }))
    // Node gives the whole request the longer of the two.
    expect(Math.max(server.headersTimeout, server.requestTimeout)).toBe(Number(seconds) * 1000)
  })
})

describe('the warning of a proxy', () => {
  test.each<[false | number, Record<string, string>, number]>([
    [false, {}, 0],
    [false, { 'x-forwarded-for': '192.0.2.1' }, 1],
    [1, { 'x-forwarded-for': '192.0.2.1' }, 0],
  ])('with TRUST_PROXY %s and the headers %o the warning is logged %i times', async (trustProxy, headers, times) => {
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) })
    const sessions = { applicantOf: async () => undefined, expiredCookies: [] }
    const app = await createApp({ ...readSettings({}), trustProxy }, sessions, log)
    for (let request = 0; request < 3; request += 1) await app.inject({ url: '/healthz', headers })
    await app.close()
    expect(lines.filter((line) => line.includes('TRUST_PROXY is off'))).toHaveLength(times)
    expect(lines.join('')).not.toContain('192.0.2.1')
  })
})
