import { spawnSync } from 'node:child_process'
import { mkdtemp, open, rm, rmdir, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { applicantAt, copyDatabase, freePort, PATIENCE, type Program, startProgram } from '../testing/index.ts'

const mount = (...words: readonly string[]) => spawnSync('mount', words).status === 0
const unmount = (folder: string) => spawnSync('umount', [folder]).status === 0

/** A separate small disk, which only root on Linux can mount. */
const canMount = await (async () => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  const folder = await mkdtemp(join(tmpdir(), 'causeway-mount-'))
  const mounted = mount('-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder)
  if (mounted) unmount(folder)
  await rmdir(folder)
  return mounted
})()

describe.skipIf(!canMount)('the disk of the embedded database is full', { timeout: 240_000 }, () => {
  let dataDir = ''
  let address = ''
  let server: Program
  let applicant: Awaited<ReturnType<typeof applicantAt>>

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'causeway-full-'))
    if (!mount('-t', 'tmpfs', '-o', 'size=400m', 'tmpfs', dataDir)) throw new Error('No disk.')
    await copyDatabase(inject('embeddedTemplate'), dataDir)
    const PORT = String(await freePort())
    address = `http://127.0.0.1:${PORT}`
    server = await startProgram('main.ts', { DATA_DIR: dataDir, PORT })
    applicant = await applicantAt(address, dataDir)
  })
  afterAll(async () => {
    await server?.kill()
    unmount(dataDir)
    await rm(dataDir, { recursive: true })
  })

  const save = (middle_name: string) => applicant.call('PUT', '/api/answer', { middle_name })
  const readiness = async () => {
    const reply = await fetch(`${address}/readyz`)
    return { status: reply.status, body: await reply.json() }
  }
  const filler = () => join(dataDir, 'filler')
  /** Fills every free block. */
  async function fill(): Promise<void> {
    const file = await open(filler(), 'a')
    const block = Buffer.alloc(2 ** 20, 1)
    for (let size = block.length; size >= 1; ) {
      try {
        await file.write(block, 0, size)
      } catch {
        // This much does not fit; perhaps less does.
        size = Math.floor(size / 2)
      }
    }
    await file.close()
    expect((await statfs(dataDir)).bavail).toBe(0)
  }

  test('calls are asked to try again later, health names the disk, and with free space everything works again', async () => {
    expect(await readiness()).toMatchObject({ status: 200, body: { ready: true, missing: [] } })
    await save('before')
    await fill()
    const refused = await vi.waitUntil(async () => {
      const reply = await applicant.call('PUT', '/api/answer', { decision_essay: `${Math.random()} `.repeat(400) })
      return reply.status === 200 ? undefined : reply
    }, PATIENCE)
    expect({ status: refused.status, code: refused.body.code }).toEqual({ status: 503, code: 'database_away' })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await readiness()).toMatchObject({
      status: 503,
      body: { ready: false, missing: expect.arrayContaining(['disk']) },
    })
    expect(server.isRunning()).toBe(true)
    await rm(filler())
    await vi.waitUntil(async () => (await save('after')).status === 200, PATIENCE)
    expect((await applicant.call('GET', '/api/profile')).body.answer.middle_name).toBe('after')
    expect((await readiness()).status).toBe(200)
    expect(server.output()).not.toContain('A request failed.')
  })
})
