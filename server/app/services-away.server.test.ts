import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, test, vi } from 'vitest'
import { controlSocketPath, sendCommand } from '../platform/control/index.ts'
import { startS3StandIn } from '../platform/storage/testing/index.ts'
import {
  applicantAt,
  completeAnswers,
  createSwitch,
  freePort,
  keyForTests,
  PATIENCE,
  type Program,
  startPostgres,
  startProgram,
  startSmtp,
} from '../testing/index.ts'
import { pdfOf } from '../testing/sample-files/index.ts'

describe.skipIf('skipped' in inject('postgres'))('a server and a worker under traffic', () => {
  let folder = ''
  const programs: Program[] = []
  const ends: (() => unknown)[] = []
  afterAll(async () => {
    for (const program of programs) if (program.isRunning()) await program.kill()
    for (const end of ends.reverse()) await end()
    await rm(folder, { recursive: true, force: true })
  })

  test('storage and mail go away: only uploads say so, the server stays ready, and both go on afterwards', async () => {
    const postgres = await startPostgres()
    if ('skipped' in postgres) throw new Error(postgres.skipped)
    const [s3, smtp] = [await startS3StandIn(), await startSmtp()]
    const s3Port = Number(new URL(s3.endpoint).port)
    const [storage, mail] = [await createSwitch(s3Port), await createSwitch(smtp.port)]
    ends.push(postgres.stop, s3.stop, smtp.stop, storage.close, mail.close)
    folder = await mkdtemp(join(tmpdir(), 'causeway-services-'))
    const given = {
      ...{ DATABASE_URL: postgres.url, SECRET_KEY: keyForTests, PORT: String(await freePort()) },
      ...{ S3_ENDPOINT: `http://127.0.0.1:${storage.port}`, S3_BUCKET: s3.bucket, S3_REGION: s3.region },
      ...{ S3_ACCESS_KEY_ID: s3.accessKeyId, S3_SECRET_ACCESS_KEY: s3.secretAccessKey },
    }
    const site = `http://127.0.0.1:${given.PORT}`
    programs.push(await startProgram('main.ts', { ...given, JOBS: 'off', DATA_DIR: join(folder, 'server') }))
    // The first mail goes to a file, from which the test reads the code.
    const first = await startProgram('worker.ts', { ...given, DATA_DIR: join(folder, 'worker') })
    programs.push(first)
    const maya = await applicantAt(site, join(folder, 'worker'))
    await first.stop()
    const SMTP_URL = `smtp://127.0.0.1:${mail.port}`
    programs.push(await startProgram('worker.ts', { ...given, SMTP_URL, DATA_DIR: join(folder, 'worker') }))

    await maya.call('PUT', '/api/answer', completeAnswers)
    let isDone = false
    const statuses: number[] = []
    const saving = Promise.all(
      ['first_name', 'middle_name', 'last_name', 'city'].map(async (key) => {
        for (let count = 0; !isDone; count += 1)
          statuses.push((await maya.call('PUT', '/api/answer', { [key]: `${key} ${count}` })).status)
      }),
    )
    const stopSaving = () => {
      isDone = true
      return saving
    }
    ends.push(stopSaving)
    const { body: upload } = await maya.call('POST', '/api/presigned-url', { answer_key: 'college_transcript' })
    mail.makeCurrent(undefined)
    storage.makeCurrent(undefined)
    const asked = { file_key: Object(upload.fields).key, file_name: 'a.pdf' }
    const refused = await maya.call('POST', '/api/pdf/document-answer/college_transcript', asked)
    expect([refused.status, refused.body.code]).toEqual([503, 'storage_away'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const ready = await fetch(`${site}/readyz`)
    expect([ready.status, await ready.json()]).toEqual([200, { ready: true, missing: ['storage'] }])
    expect(await sendCommand(controlSocketPath(join(folder, 'server')), 'health', [])).toMatchObject({
      result: { warnings: expect.arrayContaining([expect.stringMatching(/^S3_ENDPOINT .*cannot be used now/)]) },
    })
    const noPermission = async () => {
      const { status, body, headers } = await maya.call('POST', '/api/presigned-url', {
        answer_key: 'college_transcript',
      })
      return status === 503 && body.code === 'storage_away' && Number(headers.get('retry-after')) > 0
    }
    await vi.waitUntil(noPermission, { ...PATIENCE, interval: 3_000 })
    const link = await maya.call('POST', '/public/forgot-password', { username: 'maya@mail.example' })
    expect(link.status).toBe(200)
    const failed = () => programs.at(-1)?.output().includes('A job failed and will be tried again.')
    await vi.waitUntil(failed, PATIENCE)
    expect(smtp.received).toEqual([])
    const before = statuses.length
    await vi.waitUntil(() => statuses.length > before + 20, PATIENCE)

    mail.makeCurrent(smtp.port)
    storage.makeCurrent(s3Port)
    await vi.waitUntil(async () => !(await noPermission()), { ...PATIENCE, interval: 1_000 })
    await maya.attach('college_transcript', 'transcript.pdf', await pdfOf('A transcript', 1))
    await vi.waitUntil(async () => (await maya.conversion('college_transcript')) === 'COMPLETED', PATIENCE)
    // A link is tried again every half minute.
    await vi.waitUntil(() => smtp.received.length > 0, { ...PATIENCE, timeout: 90_000 })
    expect(smtp.received.map(({ to }) => to)).toEqual([['maya@mail.example']])
    await stopSaving()
    expect(new Set(statuses)).toEqual(new Set([200]))
  }, 240_000)
})
