import { expect, test } from 'vitest'
import { readSettings } from '../settings/index.ts'
import { createApp, createLog } from './index.ts'

test.each(['2', '45', '330'])('with REQUEST_SECONDS=%s no request may take longer to arrive', async (seconds) => {
  const sessions = { applicantOf: async () => undefined, expiredCookies: [] }
  const settings = readSettings({ REQUEST_SECONDS: seconds })
  const { server } = await createApp(settings, sessions, createLog({ logLevel: 'silent' }))
  // Node gives the whole request the longer of the two.
  expect(Math.max(server.headersTimeout, server.requestTimeout)).toBe(Number(seconds) * 1000)
})
