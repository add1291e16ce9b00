import { execFile, execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import {
  applicantAt,
  completeAnswers,
  endedProgram,
  freePort,
  keyForTests,
  PATIENCE,
  type Program,
  startPostgres,
  startProgram,
} from '../../testing/index.ts'

const root = join(import.meta.dirname, '../../..')
const releases = readFileSync(join(root, 'docs/releases.md'), 'utf8')
const [, previous = ''] = /`(\w+)` \(previous\)/.exec(releases) ?? []

function hasHistory(): boolean {
  try {
    execFileSync('git', ['cat-file', '-e', `${previous}^{commit}`], { cwd: root, stdio: 'ignore' })
    return true
  } catch {
    return false // a shallow clone, or no git at all
  }
}

const postgres = await (async () => {
  if (process.env.CAUSEWAY_PEERS !== '1') return { skipped: 'script/test --peers runs it' }
  if (!hasHistory()) return { skipped: `this clone has not the commit ${previous}` }
  return 'skipped' in inject('postgres') ? { skipped: 'there is no PostgreSQL' } : startPostgres()
})()
if ('skipped' in postgres)
  console.log(`Rehearsal of an upgrade from ${previous}, and of going back, skipped: ${postgres.skipped}`)

describe.skipIf('skipped' in postgres)('another release on the same tables', { timeout: 600_000 }, () => {
  let folder = ''
  let old = ''
  const programs: Program[] = []
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'causeway-upgrade-'))
    old = await checkedOut(previous)
  }, 600_000)
  afterAll(async () => {
    for (const program of programs) if (program.isRunning()) await program.kill()
    if (!('skipped' in postgres)) await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  })

  /** The release of a commit, with the packages of its lock file and its screen built. */
  async function checkedOut(commit: string): Promise<string> {
    const place = join(folder, commit)
    const shell = (text: string) => promisify(execFile)('sh', ['-ec', text], { cwd: root, maxBuffer: 1e8 })
    await shell(`mkdir ${place} && git archive ${commit} | tar -x -C ${place}`)
    await shell(`cd ${place} && npm ci --prefer-offline --no-audit --no-fund --loglevel=error`)
    await shell(`cd ${place} && npx vite build screen --logLevel warn`)
    return place
  }

  /** How servers and applicants of a test share one database, which the test makes. */
  async function onDatabase(name: string) {
    if ('skipped' in postgres) throw new Error(postgres.skipped)
    const administrator = new pg.Client({ connectionString: postgres.url })
    await administrator.connect()
    await administrator.query(`create database ${name}`)
    await administrator.end()
    const DATABASE_URL = Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href
    // One origin, because the names of the cookies depend on it.
    const shared = { DATABASE_URL, SECRET_KEY: keyForTests, BASE_URL: 'https://apply.example.edu' }
    const started = async (place: string, name: string) => {
      const PORT = String(await freePort())
      const program = await startProgram(
        'main.ts',
        { ...shared, PORT, DATA_DIR: join(folder, name) },
        join(place, 'server'),
      )
      programs.push(program)
      return { program, address: `http://127.0.0.1:${PORT}`, mails: join(folder, name) }
    }
    return { shared, started }
  }

  test('both releases serve the same applicants while their servers are replaced one by one', async () => {
    const { shared, started } = await onDatabase('upgrade')
    const first = await started(old, 'old')
    const maya = await applicantAt(first.address, first.mails)
    const ben = await applicantAt(first.address, first.mails, 'ben@mail.example')
    await saves(maya, 'Bozeman')

    // The new release changes the tables below the old one.
    expect(await endedProgram('migrate.ts', shared)).toMatchObject({ code: 0 })
    await saves(maya, 'Helena')
    await reads(maya, 'Helena')

    const second = await started(root, 'new')
    const mayaOnNew = maya.at(second.address)
    await reads(mayaOnNew, 'Helena')
    await saves(mayaOnNew, 'Butte')
    await reads(maya, 'Butte')
    await saves(maya, 'Missoula')
    await reads(mayaOnNew, 'Missoula')
    // Each logs in people who signed up with the other, and opens what the other stored.
    expect((await mayaOnNew.logIn()).status).toBe(200)
    expect((await maya.logIn()).status).toBe(200)

    // What is submitted with the new one has its PDF with both, and the links of both open it.
    const benOnNew = ben.at(second.address)
    expect((await benOnNew.call('PUT', '/api/answer', completeAnswers)).status).toBe(200)
    expect((await benOnNew.call('POST', '/api/submit')).body).toMatchObject({ reference: expect.any(String) })
    const link = async (server: string) => (await ben.at(server).call('GET', '/api/pdf')).body.url
    await vi.waitUntil(async () => (await link(second.address)) !== '', PATIENCE)
    for (const server of [first.address, second.address]) {
      // At the server that has the file: these two share no storage.
      const reply = await fetch(second.address + (await link(server)))
      expect(reply.headers.get('content-type')).toBe('application/pdf')
    }

    expect(await first.program.stop()).toBe(0)
    await reads(mayaOnNew, 'Missoula')
    await saves(mayaOnNew, 'Havre')
    expect(second.program.output() + first.program.output()).not.toMatch(/"level":50/)
  })

  test('after an upgrade that is no good, the previous release starts on the new tables and serves everybody', async () => {
    const { started } = await onDatabase('rollback')
    const before = await started(old, 'before')
    const maya = await applicantAt(before.address, before.mails)
    await saves(maya, 'Bozeman')
    expect(await before.program.stop()).toBe(0)

    const upgraded = await started(root, 'upgraded')
    const mayaOnNew = maya.at(upgraded.address)
    await reads(mayaOnNew, 'Bozeman')
    await saves(mayaOnNew, 'Helena')
    const ben = await applicantAt(upgraded.address, upgraded.mails, 'ben@mail.example')
    await saves(ben, 'Butte')
    expect(await upgraded.program.stop()).toBe(0)

    const begin = performance.now()
    const back = await started(old, 'back')
    console.log(`Going back to ${previous}: ${((performance.now() - begin) / 1000).toFixed(1)} s`)
    await reads(maya.at(back.address), 'Helena')
    await saves(maya.at(back.address), 'Havre')
    expect((await ben.at(back.address).logIn()).status).toBe(200)
    await reads(ben.at(back.address), 'Butte')
    expect(back.program.output()).not.toMatch(/"level":50/)
    expect(await back.program.stop()).toBe(0)

    const again = await started(root, 'again')
    await reads(ben.at(again.address), 'Butte')
    expect((await maya.at(again.address).logIn()).status).toBe(200)
    await reads(maya.at(again.address), 'Havre')
    expect(again.program.output()).not.toMatch(/"level":50/)
  })
})

type Applicant = Pick<Awaited<ReturnType<typeof applicantAt>>, 'call'>

async function saves(applicant: Applicant, city: string): Promise<void> {
  expect((await applicant.call('PUT', '/api/answer', { city, ssn: '501-55-0187' })).status, city).toBe(200)
}

async function reads(applicant: Applicant, city: string): Promise<void> {
  expect((await applicant.call('GET', '/api/profile')).body.answer).toMatchObject({ city })
}
