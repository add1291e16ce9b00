import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { confinement } from './create-child.ts'
import { conversionWarnings, createOffice, nativeOffice, removeLeftovers } from './office.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'causeway-test-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** A fake LibreOffice that only runs this. It starts a second process, as the real one does. */
async function officeWith(does: string): Promise<string> {
  const path = join(await mkdtemp(join(folder, 'office-')), 'soffice')
  await writeFile(path, `#!/bin/sh\nsh -c '${does}'\n`, { mode: 0o755 })
  return path
}

const bounds = { processor: 60_000, idle: 60_000, elapsed: 120_000, memory: 100 * 1024 ** 2 }
const eats = 'head -c 300000000 /dev/zero | tail -n 1; sleep 60'

test.each([
  ['waits forever', 'sleep 60', { idle: 2_000 }, { late: 'It did nothing for 2000 ms.' }],
  [
    'never stops working',
    'while :; do :; done',
    { processor: 2_000 },
    { exhausted: 'It took more than 2000 ms of processor time.' },
  ],
  ['uses too much memory', eats, {}, { exhausted: 'It took more than 100 MB.' }],
  ['crashes', 'kill -SEGV $$', {}, { crashed: 'It ended with code 139.' }],
  ['is stopped with its server', 'kill -TERM $$', {}, { interrupted: 'It ended with code 143.' }],
  ['reports success without a file', 'exit 0', {}, { failed: true }],
  ['makes a link in place of a PDF', 'ln -s /etc/passwd "$HOME/document.pdf"', {}, { failed: true }],
])('an installed LibreOffice that %s gives a result', async (_, does, limits, answer) => {
  const office = nativeOffice(await officeWith(does), { ...bounds, ...limits })
  expect(await office.convert(Buffer.from('docx'))).toEqual(answer)
})

test.runIf(confinement() === 'files')(
  'one controlled by a document reads no secret, no other document and no environment, and reaches no socket',
  async () => {
    const dataDir = await mkdtemp(join(folder, 'data-'))
    await writeFile(join(dataDir, 'secret-key'), 'a secret')
    const received = vi.fn()
    const server = createServer((socket) => {
      received()
      socket.end()
    })
    await once(server.listen(join(dataDir, 'control.sock')), 'listening')
    const connects = `require("net").connect("${dataDir}/control.sock").on("connect",()=>process.exit(0)).on("error",()=>process.exit(1))`
    const soffice = await officeWith(
      [
        'reads() { cat "$1" >/dev/null 2>&1 && echo "$1" >> "$HOME/document.pdf"; }',
        `reads "${dataDir}/secret-key"; reads "${import.meta.filename}"; reads /proc/${process.pid}/environ; reads /etc/passwd`,
        `"${process.execPath}" -e "eval(atob("${btoa(connects)}"))" && echo connected >> "$HOME/document.pdf"`,
        `[ -S "${dataDir}/control.sock" ] && echo socket >> "$HOME/document.pdf"`,
        'echo "uid $(id -u)" >> "$HOME/document.pdf"',
      ].join('; '),
    )
    const answer = await nativeOffice(soffice).convert(Buffer.from('docx'))
    server.close()
    expect('pdf' in answer && Buffer.from(answer.pdf).toString()).toBe('uid 65534\n')
    expect(received).not.toHaveBeenCalled()
  },
)

test('one that was removed while the server runs is not reported as a bad document', async () => {
  const answer = await nativeOffice(join(folder, 'nowhere')).convert(Buffer.from('docx'))
  expect(answer).toEqual({ interrupted: expect.any(String) })
})

test('one that does not exist stops the start', () => {
  expect(() => createOffice(join(folder, 'nowhere'))).toThrow(/^SOFFICE .*nowhere/)
})

test('without a converter the operator is told how to get one', async () => {
  const refused = /^Word documents are refused, a PDF is asked for: run npm run install-word-converter/
  expect(await conversionWarnings(undefined, undefined)).toContainEqual(expect.stringMatching(refused))
  const office = nativeOffice('/nowhere')
  expect(await conversionWarnings(undefined, office)).not.toContainEqual(expect.stringMatching(refused))
  office.close()
})

test('leftovers of an earlier server that cannot be removed do no harm', async () => {
  const gone = await mkdtemp(join(tmpdir(), 'causeway-office-4194304-another-')) // above every process number
  const refuse = vi.fn(async () => Promise.reject(new Error('EACCES')))
  await removeLeftovers(refuse)
  expect(refuse).toHaveBeenCalledWith(gone)
  await removeLeftovers()
  expect(existsSync(gone)).toBe(false)
})

test.skipIf(confinement() === 'none')(
  'it ends with a killed server, and the next server removes the document',
  async () => {
    const home = () => readdir(tmpdir()).then((names) => names.find((name) => name.includes(`-${server.pid}-`)) ?? '')
    const began = async () => existsSync(join(tmpdir(), await home(), 'running'))
    const nap = `300.${process.pid}` // seconds; unique, so that the process can be found
    const soffice = await officeWith(`touch "$HOME/running"; exec sleep ${nap}`)
    const module = JSON.stringify(join(import.meta.dirname, 'office.ts'))
    const program = `const { nativeOffice } = await import(${module})
      await nativeOffice(${JSON.stringify(soffice)}).convert(Buffer.from('docx'))`
    const server = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' })
    await vi.waitUntil(began, 30_000)
    await vi.waitUntil(async () => (await sleepersFor(nap)) === 1, 30_000)
    server.kill('SIGKILL')
    await once(server, 'exit')
    await vi.waitUntil(async () => (await sleepersFor(nap)) === 0, 30_000)

    const left = () => readdir(tmpdir()).then((names) => names.filter((name) => name.includes(`-${server.pid}-`)))
    expect(await left()).toHaveLength(1)
    // In containers, every server has the same process number; the parent of this process is alive.
    const before = join(tmpdir(), `causeway-office-${process.pid}-another-run`)
    const others = join(tmpdir(), `causeway-office-${process.ppid}-its-run`)
    await Promise.all([mkdir(before), mkdir(others)])
    await nativeOffice(await officeWith('exit 0')).convert(Buffer.from('docx'))
    expect([await left(), existsSync(before), existsSync(others)]).toEqual([[], false, true])
    await rm(others, { recursive: true })
  },
)

async function sleepersFor(nap: string): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return lines.filter((line) => line === `sleep\0${nap}\0`).length
}
