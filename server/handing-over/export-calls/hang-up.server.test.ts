import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { onOneDatabase, PATIENCE } from '../../testing/index.ts'
import { BASE, serveForTests } from './testing/index.ts'

onOneDatabase('an export call whose client hangs up', (on) => {
  const at = serveForTests(on)

  test.each(['GET', 'POST'])('is not made if its token lacks the right: %s', async (method) => {
    await at.token(['documents'])
    const { db } = on.database
    await db.transaction().execute(async (transaction) => {
      await sql`lock table audit in exclusive mode`.execute(transaction) // a refusal is recorded before it is sent
      const { hostname, port } = new URL(at.address)
      const client = connect(Number(port), hostname)
      const path = method === 'GET' ? 'form' : 'acknowledgements'
      client.write(
        [
          `${method} ${BASE}/${path} HTTP/1.1`,
          `Host: ${hostname}`,
          `Authorization: Bearer ${at.secret}`,
          ...(method === 'GET' ? [] : ['Content-Type: application/json', 'Content-Length: 2']),
          '',
          method === 'GET' ? '' : '{}',
        ].join('\r\n'),
      )
      await wait(300)
      client.destroy()
      await once(client, 'close')
      await wait(300)
    })
    await expect.poll(at.audited, PATIENCE).not.toEqual([])
    await wait(300)
    expect(await at.audited()).toMatchObject([{ action: 'export call refused', detail: { code: 'missing_right' } }])
    expect(at.logged).not.toContain('A request failed')
  })
})
