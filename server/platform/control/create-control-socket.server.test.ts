import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createConnection, createServer, type Socket } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ControlSocket } from './create-control-socket.ts'
import { controlSocketPath, createControlSocket, operator } from './index.ts'
import { sendCommand } from './send-command.ts'

let dataDir = ''
let path = ''
let socket: ControlSocket | undefined
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'causeway-control-'))
  path = controlSocketPath(dataDir)
})
afterEach(async () => {
  await socket?.close()
  socket = undefined
  rmSync(dataDir, { recursive: true })
})

const commands = {
  health: async () => ({ database: 'embedded', answers: true, applications: 3 }),
  repeat: async (words: readonly string[]) => words,
  whoami: async () => operator(),
  fail: async () => {
    throw new Error('No application has this reference.')
  },
}

/** Runs `node server/platform/control/command.ts`, where no other setting can be read, and returns what a shell sees of it. */
const run = (...words: string[]) => runWith({ DATA_DIR: dataDir }, words)

async function runWith(settings: Readonly<Record<string, string>>, words: readonly string[]) {
  const program = join(import.meta.dirname, 'command.ts')
  const unreadable = { DATABASE_URL: 'postgresql://db.example/causeway', SECRET_KEY_FILE: '/run/credentials/nowhere' }
  const env = { PATH: process.env.PATH, ...settings, ...unreadable }
  const child = spawn(process.execPath, [program, ...words], { env })
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { output, errors, code: child.exitCode }
}

test('the command line prints the reply of the running server', async () => {
  socket = await createControlSocket(path, commands)
  expect(await run('health')).toEqual({
    output: 'database: embedded\nanswers: true\napplications: 3\n',
    errors: '',
    code: 0,
  })
  expect(await run('repeat', 'one', 'two words')).toMatchObject({ output: 'one\ntwo words\n', code: 0 })
  expect(await run('fail')).toEqual({ output: '', errors: 'No application has this reference.\n', code: 1 })
  expect(await run()).toMatchObject({ errors: 'Give the name of a command, such as health.\n', code: 1 })
})

test('a command knows which user of the system gave it, with sudo who asked for it', async () => {
  socket = await createControlSocket(path, commands)
  expect(await run('whoami')).toMatchObject({ output: `operator:${userInfo().username}\n` })
  vi.stubEnv('SUDO_USER', 'june')
  expect(await sendCommand(path, 'whoami', [])).toEqual({ ok: true, result: 'operator:june' })
  vi.unstubAllEnvs()
  expect(operator()).toBe('operator')
})

test('without a server, the command line says how to start it', async () => {
  const { output, errors, code } = await run('health')
  expect({ output, code }).toEqual({ output: '', code: 1 })
  expect(errors).toBe(
    `No server is running on ${dataDir}. Start it, or set DATA_DIR to the folder of one that runs; a worker takes no commands.\n`,
  )
})

test.each([
  ['is a file', 'file'],
  ['is too long for a socket', 'x'.repeat(120)],
  ['is too long for a name', 'x'.repeat(300)],
])('with a DATA_DIR that %s, too', async (_, name) => {
  writeFileSync(join(dataDir, 'file'), '')
  const { output, errors, code } = await runWith({ DATA_DIR: join(dataDir, name) }, ['health'])
  expect({ output, code, errors }).toEqual({
    output: '',
    code: 1,
    errors: expect.stringMatching(/^No server is running.*\n$/),
  })
})

test('only the owner may use the socket, and closing removes it', async () => {
  socket = await createControlSocket(path, commands)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  await socket.close()
  expect(existsSync(path)).toBe(false)
  socket = undefined
})

test('another user is told whose commands the server takes', async () => {
  socket = await createControlSocket(path, commands)
  chmodSync(path, 0)
  // Root may open everything, so it becomes somebody else first.
  const asking = `
    const { sendCommand } = await import(${JSON.stringify(join(import.meta.dirname, 'send-command.ts'))})
    if (process.getuid() === 0) process.seteuid(65534)
    console.log(JSON.stringify(await sendCommand(${JSON.stringify(path)}, 'whoami', [])))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', asking], { stdio: ['ignore', 'pipe', 'inherit'] })
  expect(JSON.parse(await text(child.stdout))).toEqual({ ok: false, message: expect.stringContaining('sudo -u') })
})

test('unknown commands and malformed lines get an error and change nothing', async () => {
  socket = await createControlSocket(path, commands)
  const unknown = { ok: false, message: 'Unknown command: toString. Commands: health, repeat, whoami, fail.' }
  expect(await sendCommand(path, 'toString', [])).toEqual(unknown)
  for (const line of ['not json', '{}', '{"name":"repeat","arguments":[1]}', '']) {
    const raw = createConnection(path)
    raw.write(`${line}\n`)
    expect(JSON.parse(await text(raw))).toMatchObject({ ok: false })
  }
  createConnection(path).destroy()
  expect(await sendCommand(path, 'repeat', ['still here'])).toEqual({ ok: true, result: ['still here'] })
})

test('the socket of a killed server is replaced, but not one in use, nor a file that is not a socket', async () => {
  const killed = spawn(process.execPath, [
    '-e',
    `require('net').createServer().listen(process.argv[1], () => console.log())`,
    path,
  ])
  await once(killed.stdout, 'data')
  killed.kill('SIGKILL')
  await once(killed, 'close')
  expect(existsSync(path)).toBe(true)
  socket = await createControlSocket(path, commands)
  await expect(createControlSocket(path, commands)).rejects.toThrow(`Another server answers at ${path}`)
  expect(await sendCommand(path, 'repeat', ['ours'])).toEqual({ ok: true, result: ['ours'] })
  const other = join(dataDir, 'notes.txt')
  writeFileSync(other, 'kept')
  await expect(createControlSocket(other, commands)).rejects.toThrow('is not a socket')
})

test('a path that is too long for a socket stops the start with a sentence', async () => {
  await expect(createControlSocket(join(dataDir, 'x'.repeat(120)), commands)).rejects.toThrow(
    /cannot be opened .*DATA_DIR/,
  )
})

test.each([
  ['ends the connection', (client: Socket) => client.end()],
  ['is killed before it has read the command', (client: Socket) => client.destroy()],
])('a server that stops before it replies is reported: it %s', async (_, stop) => {
  const silent = createServer({ pauseOnConnect: true }, (client) => setTimeout(stop, 100, client)).listen(path)
  await once(silent, 'listening')
  expect(await sendCommand(path, 'health', [])).toEqual({ ok: false, message: 'The server stopped before it replied.' })
  silent.close()
})

test('who leaves while a command is at work stops nobody else', async () => {
  const [started, done] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()]
  const slow = async () => {
    started.resolve()
    return done.promise
  }
  socket = await createControlSocket(path, { ...commands, slow })
  const client = createConnection(path)
  client.write(`${JSON.stringify({ name: 'slow', arguments: [], folder: '/', user: 'ada' })}\n`)
  await started.promise
  client.destroy()
  await once(client, 'close')
  done.resolve('word '.repeat(100_000))
  expect(await run('health')).toMatchObject({ code: 0 })
})
