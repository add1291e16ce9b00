import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'

const PASSWORD = 'Larch-and-snow 2027'
const PATIENCE = { timeout: 90_000, interval: 20 }

/** The true program, killed as a power failure kills it. Linux alone lets a test find and stop the converter's process. */
describe.skipIf(process.platform !== 'linux')('kill -9', () => {
  let dataDir = ''
  let server: ChildProcess
  let address = ''
  let cookie = ''
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'causeway-killed-'))
    await cp(inject('embeddedTemplate'), join(dataDir, 'database'), { recursive: true })
    await start()
    await signUp()
  })
  afterAll(async () => {
    server.kill('SIGKILL')
    await once(server, 'exit')
    await rm(dataDir, { recursive: true })
  })

  test('of the converter, then of the server while it converts again: the document is converted all the same', async () => {
    await call('PUT', '/api/answer', { us_citizen: 'N', perm_resident: 'N' })
    // Large enough that the process is at work for a while after it was seen.
    const photo = await sharp({ create: { width: 7000, height: 7000, channels: 3, background: '#456' } })
      .png()
      .toBuffer()
    const { body: upload } = await call('POST', '/api/presigned-url', { answer_key: 'stopintl_copy' })
    const form = new FormData()
    for (const [name, value] of Object.entries(Object(upload.fields))) form.append(name, String(value))
    form.append('file', new Blob([Buffer.from(photo)]), 'visa.png')
    expect((await fetch(address + upload.url, { method: 'POST', body: form })).status).toBe(204)
    const asked = { file_key: Object(upload.fields).key, file_name: 'visa.png' }
    await call('POST', '/api/pdf/document-answer/stopintl_copy', asked)

    const first = await stoppedConverter()
    expect(await status()).toBe('IN_PROGRESS')
    process.kill(first, 'SIGKILL')

    const second = await stoppedConverter(first)
    expect(await status()).toBe('IN_PROGRESS')
    server.kill('SIGKILL')
    await once(server, 'exit')
    // It never outlives the server, even where it could not have noticed by itself.
    process.kill(second, 'SIGCONT')
    await vi.waitUntil(async () => !(await isConverter(second)), PATIENCE)

    await start()
    await vi.waitUntil(async () => (await status()) === 'COMPLETED', PATIENCE)
    const { body } = await call('GET', '/api/profile')
    expect(body).toMatchObject({
      answer: { stopintl_copy: 'ANSWERED' },
      document_answer: { stopintl_copy: { file_name: 'visa.png' } },
    })
  }, 240_000)

  const status = async () => (await call('GET', '/api/pdf/document-answer/stopintl_copy')).body.status

  /** Finds the next process that works on a file and stops it where it is: killed now, it dies in the middle. */
  const stoppedConverter = (not?: number): Promise<number> =>
    vi.waitUntil(
      async () => {
        for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)) {
          if (pid === not || !(await isConverter(pid))) continue
          process.kill(pid, 'SIGSTOP')
          return pid
        }
        return undefined
      },
      { ...PATIENCE, interval: 5 },
    )

  async function isConverter(pid: number): Promise<boolean> {
    const [command, facts] = await Promise.all(
      ['cmdline', 'stat'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')),
    )
    const [state, parent] = facts?.replace(/^.*\) /, '').split(' ') ?? []
    return (
      command?.startsWith(`${process.execPath}\0--permission`) === true &&
      command.includes('judge-child') &&
      state !== 'Z' &&
      (Number(parent) === server.pid || server.exitCode !== null || server.signalCode !== null)
    )
  }

  async function start(): Promise<void> {
    server = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
      env: { PATH: process.env.PATH, PORT: String(await port()), DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let said = ''
    server.stdout?.on('data', (text) => {
      said += text
    })
    await vi.waitUntil(() => {
      if (server.exitCode !== null) throw new Error(`The server did not start: ${said}`)
      return /Open the application: (\S+)/.exec(said)
    }, PATIENCE)
    address = `http://127.0.0.1:${await port()}`
  }

  async function signUp(): Promise<void> {
    const username = 'maya@mail.example'
    await call('POST', '/public/signup', { username, password: PASSWORD })
    const folder = join(dataDir, 'mail')
    const mail = await vi.waitUntil(async () => (await readdir(folder).catch(() => []))[0], PATIENCE)
    const code = /\b\d{6}\b/.exec(await readFile(join(folder, mail), 'utf8'))?.[0] ?? ''
    await call('POST', '/public/confirm', { username, code })
    const { cookies } = await call('POST', '/public/login', { username, password: PASSWORD })
    cookie = cookies.map((each) => each.split(';')[0]).join('; ')
  }

  async function call(method: string, path: string, body?: unknown) {
    const reply = await fetch(address + path, {
      method,
      headers: { 'content-type': 'application/json', cookie },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { body: JSON.parse(await reply.text()), cookies: reply.headers.getSetCookie() }
  }
})

let chosen: number | undefined
/** A port that was free a moment ago; the same for every start, because cookies end with it. */
async function port(): Promise<number> {
  if (chosen !== undefined) return chosen
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const found = probe.address()
  probe.close()
  if (found === null || typeof found === 'string') throw new Error('No free port.')
  chosen = found.port
  return chosen
}
