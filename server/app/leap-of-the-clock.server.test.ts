import { expect, test } from 'vitest'
import { createLog } from '../platform/http/index.ts'
import { applicantAt, type DatabaseForTests, databasesForTests } from '../testing/index.ts'
import { startServer } from './start-server.ts'
import { createSteadyClock } from './steady-clock.ts'

const HOUR = 3_600_000 // ms

// The embedded database serves one server, and the test looks into it.
databasesForTests('while the clock of the machine is hours off for a moment', block, 'postgres')

function block(on: DatabaseForTests): void {
  test.each([3, 30, -3])('%i hours: a session and a mailed code stay valid, then and afterwards', async (hours) => {
    const { settings, database } = on
    let wrong = 0
    const now = createSteadyClock(() => Date.now() + wrong)
    const server = await startServer({ ...settings, port: 0 }, createLog({ logLevel: 'silent' }), now)
    const maya = await applicantAt(server.app.listeningOrigin, settings.dataDir, `maya${hours}@mail.example`)
    const expires = () => database.db.selectFrom('session').select('expiresAt').orderBy('createdAt', 'desc').execute()
    expect((await maya.call('GET', '/api/profile')).status).toBe(200)
    const before = await expires()
    for (wrong of [hours * HOUR, 0]) {
      const reply = await maya.call('GET', '/api/profile')
      expect(reply.status).toBe(200)
      expect(reply.cookies).toEqual([])
      // The code of a sign-up made by the right clock, or by the wrong one.
      const other = await applicantAt(server.app.listeningOrigin, settings.dataDir, `ann${hours}.${wrong}@mail.example`)
      expect((await other.call('GET', '/api/profile')).status).toBe(200)
      expect((await expires()).at(-1)).toEqual(before.at(-1))
    }
    await server.close()
  })
}
