import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isServed, spoolOffice, writeHeartbeat } from './spool.ts'

const docx = Buffer.from('docx')
const wait = { timeout: 60_000, interval: 50 }
let folder = ''
let soffice = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'causeway-test-spool-'))
  soffice = join(await mkdtemp(join(tmpdir(), 'causeway-test-office-')), 'soffice')
  // The document's path is the last argument; this fake answers with a copy of the document.
  await writeFile(soffice, '#!/bin/sh\nfor last; do :; done\ncp "$last" "$HOME/document.pdf"\n', { mode: 0o755 })
})
afterEach(async () => {
  for (const each of [folder, join(soffice, '..')]) await rm(each, { recursive: true })
})

/** The real program, with only what it needs. */
function converter(environment: Readonly<Record<string, string>> = {}) {
  const entry = join(import.meta.dirname, '../../word-converter.ts')
  const env = { PATH: process.env.PATH, WORD_SPOOL: folder, SOFFICE: soffice, LOG_LEVEL: 'silent', ...environment }
  return spawn(process.execPath, [entry], { env, stdio: ['ignore', 'ignore', 'pipe'] })
}
const left = async () => (await readdir(folder)).filter((name) => name !== 'alive')

test('a process that shares only the folder converts documents, including those that a killed one left unfinished', async () => {
  const first = converter()
  await vi.waitUntil(() => isServed(folder), wait)
  const office = spoolOffice(folder)
  expect(await office.convert(docx)).toEqual({ pdf: docx })
  expect(await left()).toEqual([])

  await writeFile(soffice, '#!/bin/sh\nexec sleep 300\n', { mode: 0o755 })
  const waiting = office.convert(docx)
  await vi.waitUntil(async () => (await left()).some((name) => name.endsWith('.work')), wait)
  first.kill('SIGKILL')
  await once(first, 'exit')
  await writeFile(soffice, '#!/bin/sh\nfor last; do :; done\ncp "$last" "$HOME/document.pdf"\n', { mode: 0o755 })
  const second = converter()
  expect(await waiting).toEqual({ pdf: docx })
  second.kill('SIGTERM')
  await once(second, 'exit')
})

test('without a converter the document is returned, and this does not count as a failed try', async () => {
  expect(await spoolOffice(folder).convert(docx)).toEqual({ interrupted: expect.stringMatching(/^No Word converter/) })
  await writeHeartbeat(folder)
  const old = new Date(Date.now() - 61_000)
  await utimes(join(folder, 'alive'), old, old)
  expect(await spoolOffice(folder).convert(docx)).toEqual({ interrupted: expect.any(String) })
  expect(await left()).toEqual([])
})

test.each([
  ['an invalid reply', 'json', '{"pdf":"/etc/passwd"}', { crashed: expect.any(String) }],
  ['an answer', 'json', '{"failed":true}', { failed: true }],
])('the reply of a compromised converter is checked: %s', async (_, ending, text, outcome) => {
  await writeHeartbeat(folder)
  const converted = spoolOffice(folder).convert(docx)
  await vi.waitUntil(async () => (await left()).some((name) => name.endsWith('.docx')), wait)
  const [name = ''] = await left()
  await writeFile(join(folder, name.replace('docx', ending)), text)
  expect(await converted).toEqual(outcome)
})

test('a link instead of a PDF is not followed', async () => {
  await writeHeartbeat(folder)
  const office = spoolOffice(folder)
  const converted = office.convert(docx)
  await vi.waitUntil(async () => (await left()).some((name) => name.endsWith('.docx')), wait)
  const [name = ''] = await left()
  await symlink(soffice, join(folder, name.replace('docx', 'pdf')))
  office.close()
  expect(await converted).toEqual({ interrupted: 'It was ended.' })
})

test.each([
  ['a secret', { SECRET_KEY: `a:${Buffer.alloc(32).toString('base64')}` }, /^The Word converter must not be given/],
  ['no folder', { WORD_SPOOL: '' }, /^The Word converter needs WORD_SPOOL/],
  ['a folder that does not exist', { WORD_SPOOL: '/nowhere' }, /^WORD_SPOOL names \/nowhere/],
])('it does not start with %s', async (_, environment, sentence) => {
  const program = converter(environment)
  let output = ''
  program.stderr.on('data', (text) => {
    output += text
  })
  expect(await once(program, 'exit')).toEqual([1, null])
  expect(output).toMatch(sentence)
})
