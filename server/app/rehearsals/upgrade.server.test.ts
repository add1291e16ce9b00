import { execFile, execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, inject, test } from 'vitest'
import {
  applicantAt,
  endedProgram,
  freePort,
  keyForTests,
  type Program,
  startPostgres,
  startProgram,
} from '../../testing/index.ts'

const root = join(import.meta.dirname, '../../..')
const [, previous = ''] = /`(\w+)` \(previous\)/.exec(readFileSync(join(root, 'docs/releases.md'), 'utf8')) ?? []

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
  if (!hasHistory()) return { skipped: `this clone has no commit ${previous}` }
  return 'skipped' in inject('postgres') ? { skipped: 'there is no PostgreSQL' } : startPostgres()
})()
if ('skipped' in postgres) console.log(`Rehearsal of an upgrade from ${previous} skipped: ${postgres.skipped}`)

describe.skipIf('skipped' in postgres)('an upgrade from the previous release', { timeout: 600_000 }, () => {
  let folder = ''
  const programs: Program[] = []
  afterAll(async () => {
    for (const program of programs) if (program.isRunning()) await program.kill()
    if (!('skipped' in postgres)) await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  })

  test('both releases serve the same applicants while their servers are replaced one by one', async () => {
    if ('skipped' in postgres) return
    folder = await mkdtemp(join(tmpdir(), 'causeway-upgrade-'))
    const old = join(folder, 'previous')
    const shell = (text: string) => promisify(execFile)('sh', ['-ec', text], { cwd: root, maxBuffer: 1e8 })
    await shell(`mkdir ${old} && git archive ${previous} | tar -x -C ${old}`)
    await symlink(join(root, 'node_modules'), join(old, 'node_modules'))
    await shell(`cd ${old} && npx vite build screen --logLevel warn`)

    // One origin, because the names of the cookies depend on it.
    const shared = { DATABASE_URL: postgres.url, SECRET_KEY: keyForTests, BASE_URL: 'https://apply.example.edu' }
    const started = async (place: string, name: string) => {
      const PORT = String(await freePort())
      const program = await startProgram('main.ts', { ...shared, PORT, DATA_DIR: join(folder, name) }, place)
      programs.push(program)
      return { program, address: `http://127.0.0.1:${PORT}`, mails: join(folder, name) }
    }
    const first = await started(join(old, 'server'), 'old')
    const maya = await applicantAt(first.address, first.mails)
    const saves = async (applicant: Pick<typeof maya, 'call'>, city: string) =>
      expect((await applicant.call('PUT', '/api/answer', { city, ssn: '501-55-0187' })).status, city).toBe(200)
    const reads = async (applicant: Pick<typeof maya, 'call'>, city: string) =>
      expect((await applicant.call('GET', '/api/profile')).body.answer).toMatchObject({ city })
    await saves(maya, 'Bozeman')

    // The new release changes the tables below the old one.
    expect(await endedProgram('migrate.ts', shared)).toMatchObject({ code: 0 })
    await saves(maya, 'Helena')
    await reads(maya, 'Helena')

    const second = await started(join(root, 'server'), 'new')
    const mayaOnNew = maya.at(second.address)
    await reads(mayaOnNew, 'Helena')
    await saves(mayaOnNew, 'Butte')
    await reads(maya, 'Butte')
    await saves(maya, 'Missoula')
    await reads(mayaOnNew, 'Missoula')
    // Each logs in people who signed up with the other, and opens what the other stored.
    expect((await mayaOnNew.logIn()).status).toBe(200)
    expect((await maya.logIn()).status).toBe(200)

    expect(await first.program.stop()).toBe(0)
    await reads(mayaOnNew, 'Missoula')
    await saves(mayaOnNew, 'Havre')
    const ran = programs.map((program) => program.output()).join('')
    expect(ran).not.toMatch(/"level":50/)
  })
})
