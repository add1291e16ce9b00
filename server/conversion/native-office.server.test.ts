import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { familyConfinement } from './confinement.ts'
import { nativeOffice } from './native-office.ts'
import { removeLeftovers } from './office-folders.ts'
import { openOffice } from './open-office.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'causeway-test-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** A LibreOffice that only does this. It starts another process, as the true one does. */
async function officeThat(does: string): Promise<string> {
  const path = join(await mkdtemp(join(folder, 'office-')), 'soffice')
  await writeFile(path, `#!/bin/sh\nsh -c '${does}'\n`, { mode: 0o755 })
  return path
}

const bounds = { patience: 2_000, memory: 100 * 1024 ** 2 }
const eats = 'head -c 300000000 /dev/zero | tail -n 1; sleep 60'

test.each([
  ['hangs', 'sleep 60', bounds.patience, { crashed: 'It was not ready within 2000 ms.' }],
  ['eats memory', eats, 60_000, { crashed: 'It took more than 100 MB.' }],
  ['crashes', 'kill -SEGV $$', 60_000, { crashed: 'It ended with code 139.' }],
  ['says success and makes nothing', 'exit 0', 60_000, { failed: true }],
])('an installed LibreOffice that %s is an answer', async (_, does, patience, answer) => {
  const office = nativeOffice(await officeThat(does), { ...bounds, patience })
  expect(await office.convert(Buffer.from('docx'))).toEqual(answer)
})

test('one that was taken away while the server runs is no fault of the document', async () => {
  const answer = await nativeOffice(join(folder, 'nowhere')).convert(Buffer.from('docx'))
  expect(answer).toEqual({ crashed: expect.any(String) })
})

test('one that was never there stops the start', () => {
  expect(() => openOffice(join(folder, 'nowhere'))).toThrow(/^SOFFICE .*nowhere/)
})

test('what an earlier server left and nobody may remove stops nothing', async () => {
  const gone = await mkdtemp(join(tmpdir(), 'causeway-office-4194304-another-')) // above every process number
  const refuse = vi.fn(async () => Promise.reject(new Error('EACCES')))
  await removeLeftovers(refuse)
  expect(refuse).toHaveBeenCalledWith(gone)
  await removeLeftovers()
  expect(existsSync(gone)).toBe(false)
})

test.skipIf(!familyConfinement().includes('--kill-child'))(
  'it ends with a killed server, and the next one removes the document',
  async () => {
    const began = join(folder, 'began')
    const nap = `300.${process.pid}` // seconds; to be found by
    const soffice = await officeThat(`touch ${began}; exec sleep ${nap}`)
    const module = JSON.stringify(join(import.meta.dirname, 'native-office.ts'))
    const program = `const { nativeOffice } = await import(${module})
      await nativeOffice(${JSON.stringify(soffice)}).convert(Buffer.from('docx'))`
    const server = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' })
    await vi.waitUntil(() => existsSync(began), 30_000)
    await vi.waitUntil(async () => (await sleepersFor(nap)) === 1, 30_000)
    server.kill('SIGKILL')
    await once(server, 'exit')
    await vi.waitUntil(async () => (await sleepersFor(nap)) === 0, 30_000)

    const left = () => readdir(tmpdir()).then((names) => names.filter((name) => name.includes(`-${server.pid}-`)))
    expect(await left()).toHaveLength(1)
    // A container gives every server the same number; the parent of this process lives.
    const before = join(tmpdir(), `causeway-office-${process.pid}-another-run`)
    const others = join(tmpdir(), `causeway-office-${process.ppid}-its-run`)
    await Promise.all([mkdir(before), mkdir(others)])
    await nativeOffice(await officeThat('exit 0')).convert(Buffer.from('docx'))
    expect([await left(), existsSync(before), existsSync(others)]).toEqual([[], false, true])
    await rm(others, { recursive: true })
  },
)

async function sleepersFor(nap: string): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return lines.filter((line) => line === `sleep\0${nap}\0`).length
}
