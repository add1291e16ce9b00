import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { vi } from 'vitest'

const PASSWORD = 'Larch-and-snow 2027'
export const PATIENCE = { timeout: 90_000, interval: 20 }

/** Starts the program as an operator does and waits until it says that it runs; `kill` ends it as a power failure does. */
export async function startProgram(entry: 'main.ts' | 'worker.ts', environment: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../..', entry)], {
    env: { PATH: process.env.PATH, LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout?.on('data', (text) => {
    said += text
  })
  await vi.waitUntil(() => {
    if (child.exitCode !== null) throw new Error(`The program did not start: ${said}`)
    return said.includes('Stop with Ctrl-C.')
  }, PATIENCE)
  return {
    child,
    kill: async () => {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

/** Finds the next process of a program that works on a file and stops it where it is: killed now, it dies in the middle. */
export const stoppedConverter = (program: ChildProcess, not?: number): Promise<number> =>
  vi.waitUntil(
    async () => {
      for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)) {
        if (pid === not || !(await isConverterOf(program, pid))) continue
        process.kill(pid, 'SIGSTOP')
        return pid
      }
      return undefined
    },
    { ...PATIENCE, interval: 5 },
  )

/** Waits for the end of a converter whose program was killed, even where it could not have noticed by itself. */
export async function endOfConverter(program: ChildProcess, pid: number): Promise<void> {
  process.kill(pid, 'SIGCONT')
  await vi.waitUntil(async () => !(await isConverterOf(program, pid)), PATIENCE)
}

async function isConverterOf(program: ChildProcess, pid: number): Promise<boolean> {
  const [command, facts] = await Promise.all(
    ['cmdline', 'stat'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')),
  )
  const [state, parent] = facts?.replace(/^.*\) /, '').split(' ') ?? []
  const isOrphan = program.exitCode !== null || program.signalCode !== null
  return (
    command?.startsWith(`${process.execPath}\0--permission`) === true &&
    command.includes('judge-child') &&
    state !== 'Z' &&
    (Number(parent) === program.pid || isOrphan)
  )
}

/** Somebody who signs up at a server with this address and this mail folder, and what a browser does in her name. */
export async function applicantAt(address: string, dataDir: string) {
  let cookie = ''
  async function call(method: string, path: string, body?: unknown) {
    const reply = await fetch(address + path, {
      method,
      headers: { 'content-type': 'application/json', cookie },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { body: JSON.parse(await reply.text()), cookies: reply.headers.getSetCookie() }
  }

  const username = 'maya@mail.example'
  await call('POST', '/public/signup', { username, password: PASSWORD })
  const folder = join(dataDir, 'mail')
  const mail = await vi.waitUntil(
    async () => (await readdir(folder).catch(() => [])).find((name) => name.endsWith('.eml')),
    PATIENCE,
  )
  const code = /\b\d{6}\b/.exec(await readFile(join(folder, mail), 'utf8'))?.[0] ?? ''
  await call('POST', '/public/confirm', { username, code })
  const { cookies } = await call('POST', '/public/login', { username, password: PASSWORD })
  cookie = cookies.map((each) => each.split(';')[0]).join('; ')
  return {
    call,
    /** Uploads a file as the document of a question and has it converted. */
    attach: async (key: string, name: string, bytes: Uint8Array) => {
      const { body: upload } = await call('POST', '/api/presigned-url', { answer_key: key })
      const form = new FormData()
      for (const [field, value] of Object.entries(Object(upload.fields))) form.append(field, String(value))
      form.append('file', new Blob([Buffer.from(bytes)]), name)
      const { status } = await fetch(address + upload.url, { method: 'POST', body: form })
      if (status !== 204) throw new Error(`The upload was answered ${status}.`)
      const asked = { file_key: Object(upload.fields).key, file_name: name }
      await call('POST', `/api/pdf/document-answer/${key}`, asked)
    },
    conversion: async (key: string) => (await call('GET', `/api/pdf/document-answer/${key}`)).body.status,
  }
}
