import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, describe, expect, inject, test, vi } from 'vitest'
import {
  applicantAt,
  createSwitch,
  freePort,
  keyForTests,
  PATIENCE,
  type Program,
  startPostgres,
  startProgram,
} from '../../testing/index.ts'

describe.skipIf('skipped' in inject('postgres'))('a standby takes over from its primary', { timeout: 240_000 }, () => {
  let folder = ''
  const programs: Program[] = []
  const ends: (() => unknown)[] = []
  afterAll(async () => {
    for (const program of programs) if (program.isRunning()) await program.kill()
    for (const end of ends.reverse()) await end()
    await rm(folder, { recursive: true, force: true })
  })

  test('saves go on within seconds, and none that was acknowledged is lost', async () => {
    const primary = await startPostgres()
    if ('skipped' in primary) throw new Error(primary.skipped)
    ends.push(primary.stop)
    const standby = await startPostgres({ standbyOf: primary.url })
    if ('skipped' in standby) throw new Error(standby.skipped)
    ends.push(standby.stop)
    const administrator = new pg.Client({ connectionString: primary.url })
    await administrator.connect()
    await administrator.query("alter system set synchronous_standby_names = '*'")
    await administrator.query('select pg_reload_conf()')
    const isSynchronous = async () =>
      (await administrator.query("select from pg_stat_replication where sync_state = 'sync'")).rowCount === 1
    await vi.waitUntil(isSynchronous, PATIENCE)
    await administrator.end()
    const portOf = (url: string) => Number(new URL(url).port)
    const address = await createSwitch(portOf(primary.url))
    ends.push(address.close)

    folder = await mkdtemp(join(tmpdir(), 'causeway-failover-'))
    const given = {
      DATABASE_URL: Object.assign(new URL(primary.url), { port: address.port }).href,
      SECRET_KEY: keyForTests,
      PORT: String(await freePort()),
    }
    programs.push(await startProgram('main.ts', { ...given, JOBS: 'off', DATA_DIR: join(folder, 'server') }))
    programs.push(await startProgram('worker.ts', { ...given, DATA_DIR: join(folder, 'worker') }))
    const site = `http://127.0.0.1:${given.PORT}`
    const maya = await applicantAt(site, join(folder, 'worker'))

    // Each saves until it is refused for the first time.
    const acknowledged: Record<string, number> = {}
    const saving = Promise.all(
      ['first_name', 'middle_name', 'last_name', 'city'].map(async (key) => {
        for (let count = 1; ; count += 1) {
          const { status, body } = await maya.call('PUT', '/api/answer', { [key]: `${key} ${count}` })
          if (status !== 200) return { status, code: body.code }
          acknowledged[key] = count
        }
      }),
    )
    await vi.waitUntil(() => Object.values(acknowledged).filter((count) => count > 5).length === 4, PATIENCE)
    await primary.crash()
    expect(new Set((await saving).map((each) => JSON.stringify(each)))).toEqual(
      new Set(['{"status":503,"code":"database_away"}']),
    )
    const begin = performance.now()
    await standby.promote()
    address.makeCurrent(portOf(standby.url))
    const read = () => maya.call('GET', '/api/profile')
    const { answer } = (await vi.waitUntil(async () => [await read()].find(({ status }) => status === 200), PATIENCE))
      .body
    for (const [key, count] of Object.entries(acknowledged)) {
      expect(Number(answer[key]?.split(' ')[1]), key).toBeGreaterThanOrEqual(count)
    }
    const save = () => maya.call('PUT', '/api/answer', { city: 'Bozeman' })
    await vi.waitUntil(async () => (await save()).status === 200, PATIENCE)
    console.log(`Failover: saves go on ${((performance.now() - begin) / 1000).toFixed(1)} s after the promotion began`)
    expect(programs.map((program) => program.isRunning())).toEqual([true, true])
    // The worker works on: a mail that is asked for now arrives.
    await applicantAt(site, join(folder, 'worker'), 'ben@mail.example')
  })
})
