import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, inject, test, vi } from 'vitest'
import {
  applicantAt,
  completeAnswers,
  freePort,
  keyForTests,
  PATIENCE,
  type Program,
  startPostgres,
  startProgram,
  startVersitygw,
} from '../../testing/index.ts'
import { pdfOf, scanOf } from '../../testing/sample-files/index.ts'
import { runbook } from './runbook.ts'

const root = join(import.meta.dirname, '../../..')
const postgres = 'skipped' in inject('postgres') ? { skipped: 'there is no PostgreSQL' } : await startPostgres()
const missing = ['rclone', 'pdftoppm'].find((program) => !existsSync(`/usr/bin/${program}`))
const s3 = missing === undefined ? await startVersitygw(['restored']) : { skipped: `${missing} is not installed` }
const reason = [postgres, s3].flatMap((each) => ('skipped' in each ? [each.skipped] : [])).join(', ')
if (reason !== '') console.log(`Rehearsal of a restore skipped: ${reason}`)

const digest = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')

describe.skipIf(reason !== '')('backup, loss and restore', { timeout: 600_000 }, () => {
  let folder = ''
  const programs: Program[] = []
  afterAll(async () => {
    for (const program of programs) if (program.isRunning()) await program.kill()
    if (!('skipped' in postgres)) await postgres.stop()
    if (!('skipped' in s3)) await s3.stop()
    await rm(folder, { recursive: true, force: true })
  })

  test('every answer, document and PDF is byte for byte the same, every packet page by page, and what was erased stays so', async () => {
    if ('skipped' in postgres || 'skipped' in s3) return
    folder = await mkdtemp(join(tmpdir(), 'causeway-rehearsal-'))
    const databaseAt = (name: string) => Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href
    const PORT = String(await freePort())
    const address = `http://127.0.0.1:${PORT}`
    /** What the runbook's commands find in their environment. */
    const shell: Record<string, string> = {
      ...{ PATH: process.env.PATH ?? '', BACKUP: join(folder, 'backup'), ADMIN_URL: postgres.url },
      ...{ OWNER_URL: databaseAt('causeway'), RESTORED_URL: databaseAt('causeway_restored') },
      OWNER: new URL(postgres.url).username,
      ...{ RCLONE_CONFIG_FILES_TYPE: 's3', RCLONE_CONFIG_FILES_PROVIDER: 'Other', RCLONE_CONFIG: '/dev/null' },
      ...{ RCLONE_CONFIG_FILES_ENDPOINT: s3.endpoint, RCLONE_CONFIG_FILES_ACCESS_KEY_ID: s3.accessKeyId },
      RCLONE_CONFIG_FILES_SECRET_ACCESS_KEY: s3.secretAccessKey,
    }
    const command = async (text: string, environment = shell) => {
      const start = performance.now()
      await promisify(execFile)('sh', ['-ec', text], { cwd: root, env: environment, maxBuffer: 1e8 })
      return (performance.now() - start) / 1000
    }
    const environment = (database: string, bucket: string) => ({
      ...{ DATABASE_URL: databaseAt(database), SECRET_KEY: keyForTests, PORT, DATA_DIR: join(folder, 'data') },
      ...{ S3_ENDPOINT: s3.endpoint, S3_BUCKET: bucket, S3_REGION: s3.region },
      ...{ S3_ACCESS_KEY_ID: s3.accessKeyId, S3_SECRET_ACCESS_KEY: s3.secretAccessKey },
    })

    await command('psql "$ADMIN_URL" -c "create database causeway"')
    const first = await startProgram('main.ts', environment('causeway', s3.bucket))
    programs.push(first)
    const people: { username: string; person: Awaited<ReturnType<typeof applicantAt>> }[] = []
    for (const [index, name] of ['maya', 'ben', 'cleo'].entries()) {
      const username = `${name}@mail.example`
      const person = await applicantAt(address, join(folder, 'data'), username)
      await person.call('PUT', '/api/answer', { ...completeAnswers, first_name: name, email_address: username })
      await person.attach(
        'college_transcript',
        `${name}.pdf`,
        index === 0 ? await scanOf(200_000) : await pdfOf(name, 2),
      )
      await vi.waitUntil(async () => (await person.conversion('college_transcript')) === 'COMPLETED', PATIENCE)
      // The last one is still filling in the form.
      if (index < 2) {
        const submitted = await person.call('POST', '/api/submit')
        expect(submitted, JSON.stringify(submitted.body)).toMatchObject({ status: 200 })
        await vi.waitUntil(async () => (await person.call('GET', '/api/pdf')).body.status === 'COMPLETED', PATIENCE)
      }
      people.push({ username, person })
    }

    /** Digests of everything that an applicant or the office can have. */
    async function everything(round: string) {
      const all: Record<string, string> = {}
      for (const [index, { username, person }] of people.entries()) {
        all[`${username} answers`] = digest(JSON.stringify((await person.call('GET', '/api/profile')).body))
        const { url } = (await person.call('GET', '/api/pdf/document-answer/college_transcript')).body
        all[`${username} document`] = await digestAt(address + url)
        if (index === 2) continue
        all[`${username} PDF`] = await digestAt(address + (await person.call('GET', '/api/pdf')).body.url)
        const packet = join(folder, `${round}-${username}.pdf`)
        await command(`npm run packet -- ${username} ${packet} --by rehearsal`, {
          ...shell,
          DATA_DIR: join(folder, 'data'),
        })
        // A packet is made for each command and says when, so what is compared is every page as it is drawn.
        const drawn = await promisify(execFile)('pdftoppm', ['-r', '100', packet], {
          encoding: 'buffer',
          maxBuffer: 1e9,
        })
        all[`${username} packet`] = digest(drawn.stdout)
        await command(`npm run verify -- ${packet}`, { ...shell, DATA_DIR: join(folder, 'data') })
      }
      return all
    }
    const before = await everything('before')
    expect(Object.keys(before)).toHaveLength(10)

    const dan = await applicantAt(address, join(folder, 'data'), 'dan@mail.example')
    await dan.call('PUT', '/api/answer', { first_name: 'Dan' })
    const eve = await applicantAt(address, join(folder, 'data'), 'eve@mail.example')

    const seconds: Record<string, number> = {}
    for (const step of [
      ...(['back up', 'lose everything', 'restore'] as const),
      ...(['give no number twice', 'keep erased what was erased, and ended what was ended'] as const),
    ]) {
      if (step === 'lose everything') {
        for (const each of [dan, eve]) expect(await each.deleteAccount()).toMatchObject({ status: 200 })
        const accounts = 'test $(rclone lsf -R FILES:documents | grep -c "/erased-accounts/.") = 2'
        await vi.waitUntil(() => command(accounts).catch(() => 0), PATIENCE)
        await first.kill()
      }
      for (const line of step === 'lose everything' ? loss : runbook(step)) {
        seconds[step] = (seconds[step] ?? 0) + (await command(line))
      }
    }
    const start = performance.now()
    programs.push(await startProgram('main.ts', environment('causeway_restored', 'restored')))
    for (const line of runbook('take the restored database into use')) {
      await command(line, { ...shell, DATA_DIR: join(folder, 'data') })
    }
    seconds['start and adopt'] = (performance.now() - start) / 1000
    expect(await everything('after')).toEqual(before)
    for (const each of [dan, eve]) expect((await each.logIn()).body).toMatchObject({ code: 'wrong_credentials' })
    const health = await promisify(execFile)('npm', ['run', '--silent', 'health'], {
      cwd: root,
      env: { ...shell, DATA_DIR: join(folder, 'data') },
    })
    expect(health.stdout).not.toMatch(/belong to no document|adopt/)
    console.log(
      `Restore: ${Object.entries(seconds)
        .map(([step, taken]) => `${step} ${taken.toFixed(1)} s`)
        .join(', ')}`,
    )
  })
})

/** The database and every file are gone. What was erased after the backup only the bucket still knows. */
const loss = [
  'psql "$ADMIN_URL" -v ON_ERROR_STOP=1 -c "drop database causeway with (force)"',
  "rclone --quiet delete --exclude '/*/{erasures,erased-accounts,revocations,revoked-sessions}/**' FILES:documents",
]

async function digestAt(url: string): Promise<string> {
  const reply = await fetch(url)
  expect(reply.status).toBe(200)
  return digest(new Uint8Array(await reply.arrayBuffer()))
}
