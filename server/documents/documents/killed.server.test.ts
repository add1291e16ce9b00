import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { applicantAt, databasesForTests, freePort, keyForTests, PATIENCE, startProgram } from '../../testing/index.ts'
import { endOfConverter, stoppedConverter } from './testing/stopped-converter.ts'

type Program = Awaited<ReturnType<typeof startProgram>>

/** Large enough that a converter is still working for a while after the test has found it. */
const photo = sharp({ create: { width: 7000, height: 7000, channels: 3, background: '#456' } })
  .png()
  .toBuffer()

databasesForTests('kill -9', (on) => {
  const running: Program[] = []
  let environment: Record<string, string> = {}
  let address = ''
  beforeAll(async () => {
    const { dataDir, databaseUrl } = on.settings
    // The program itself opens the database now, and two processes cannot open the embedded one.
    if (on.kind === 'embedded') await on.database.close()
    environment = { DATA_DIR: dataDir, PORT: String(await freePort()) }
    if (databaseUrl !== undefined) Object.assign(environment, { DATABASE_URL: databaseUrl, SECRET_KEY: keyForTests })
    address = `http://127.0.0.1:${environment.PORT}`
  })
  afterAll(() => Promise.all(running.map(({ kill }) => kill())))
  const start = async (...program: Parameters<typeof startProgram>) => {
    const started = await startProgram(...program)
    running.push(started)
    return started
  }
  const kill = async (program: Program) => {
    running.splice(running.indexOf(program), 1)
    await program.kill()
  }

  /** An applicant whose photo is being converted. */
  async function visaHolder() {
    const applicant = await applicantAt(address, on.settings.dataDir)
    await applicant.call('PUT', '/api/answer', { us_citizen: 'N', perm_resident: 'N' })
    await applicant.attach('stopintl_copy', 'visa.png', await photo)
    const conversion = () => applicant.conversion('stopintl_copy')
    return {
      conversion,
      converted: async () => {
        await vi.waitUntil(async () => (await conversion()) === 'COMPLETED', PATIENCE)
        expect((await applicant.call('GET', '/api/profile')).body).toMatchObject({
          answer: { stopintl_copy: 'ANSWERED' },
          document_answer: { stopintl_copy: { file_name: 'visa.png' } },
        })
      },
    }
  }

  async function serverKilled() {
    const server = await start('main.ts', environment)
    const { conversion, converted } = await visaHolder()
    const first = await stoppedConverter(server.child)
    expect(await conversion()).toBe('IN_PROGRESS')
    process.kill(first, 'SIGKILL')

    const second = await stoppedConverter(server.child, first)
    expect(await conversion()).toBe('IN_PROGRESS')
    await kill(server)
    await endOfConverter(server.child, second)

    await start('main.ts', environment)
    await converted()
  }

  async function workerKilled() {
    await start('main.ts', { ...environment, JOBS: 'off' })
    const worker = await start('worker.ts', environment)
    const { conversion, converted } = await visaHolder()
    const converter = await stoppedConverter(worker.child)
    expect(await conversion()).toBe('IN_PROGRESS')
    await kill(worker)
    await endOfConverter(worker.child, converter)
    expect(await conversion()).toBe('IN_PROGRESS')

    // As if half a minute had passed without the heartbeat that a living worker would have sent.
    const endHeartbeat = sql`update pgboss.job set heartbeat_on = now() - interval '1 minute' where state = 'active'`
    await endHeartbeat.execute(on.database.db)
    await start('worker.ts', environment)
    await converted()
  }

  // Only on Linux can a test find and stop the converter's process.
  const [story, steps] =
    on.kind === 'embedded'
      ? ['of the converter, then of the server while it converts again', serverKilled]
      : ['of a worker while it converts, beside a server that does no jobs, and then another worker', workerKilled]
  test.skipIf(process.platform !== 'linux')(`${story}: the document is converted all the same`, steps, 240_000)
})
