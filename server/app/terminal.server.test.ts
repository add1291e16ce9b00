import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, test, vi } from 'vitest'
import { copyDatabase, freePort, PATIENCE } from '../testing/index.ts'

const hasTerminal = spawnSync('script', ['--version']).status === 0
if (!hasTerminal) console.log('A start in a terminal was not tried: `script` of util-linux is not installed.')

test.skipIf(!hasTerminal)('in a terminal the address comes first and last, and lines are for people', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'causeway-terminal-'))
  await copyDatabase(inject('embeddedTemplate'), dataDir)
  const PORT = String(await freePort())
  const program = spawn('script', ['-qefc', `${process.execPath} server/main.ts`, '/dev/null'], {
    cwd: join(import.meta.dirname, '../..'),
    env: { PATH: process.env.PATH, NO_COLOR: '1', DATA_DIR: dataDir, PORT },
  })
  let printed = ''
  program.stdout.on('data', (data) => {
    printed += data
  })
  await vi.waitUntil(() => printed.includes('Stop with Ctrl-C.'), PATIENCE)
  const lines = printed.split(/\r?\n/).filter((line) => line.trim() !== '')
  const address = `http://localhost:${PORT}`
  expect(lines[0]).toContain(address)
  expect(lines.slice(-6).join('\n')).toContain(address)
  expect(printed).toMatch(/^\[\d\d:\d\d:\d\d\] WARN: CLAMD is not set/m)
  expect(printed).not.toMatch(/^\{/m)
  const ended = once(program, 'exit')
  program.stdin.write('\u0003') // Ctrl-C
  await ended
  expect(printed).toMatch(/INFO: Stopped\./)
  await rm(dataDir, { recursive: true })
})
