import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { vi } from 'vitest'
import { PATIENCE } from './start-program.ts'

const PASSWORD = 'Larch-and-snow 2027'

/** Signs up an applicant at a server with this address and mail folder, and acts as her browser. */
export async function applicantAt(address: string, dataDir: string, username = 'maya@mail.example') {
  let cookie = ''
  const call = (method: string, path: string, body?: unknown) => callAt(address, method, path, body)
  async function callAt(server: string, method: string, path: string, body?: unknown) {
    const reply = await fetch(server + path, {
      method,
      headers: { 'content-type': 'application/json', cookie },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return {
      status: reply.status,
      headers: reply.headers,
      body: JSON.parse(await reply.text()),
      cookies: reply.headers.getSetCookie(),
    }
  }

  const folder = join(dataDir, 'mail')
  const mailsNow = async () => (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
  const before = await mailsNow()
  await call('POST', '/public/signup', { username, password: PASSWORD })
  const isCode = (name: string) => name.includes('-confirm_code-') && !before.includes(name)
  const mail = await vi.waitUntil(async () => (await mailsNow()).find(isCode), PATIENCE)
  const code = /\b\d{6}\b/.exec(await readFile(join(folder, mail), 'utf8'))?.[0] ?? ''
  await call('POST', '/public/confirm', { username, code, password: PASSWORD })
  const as = (server: string) => ({
    call: (method: string, path: string, body?: unknown) => callAt(server, method, path, body),
    /** Logs in, which ends the session before. */
    logIn: async () => {
      const reply = await callAt(server, 'POST', '/public/login', { username, password: PASSWORD })
      cookie = reply.cookies.map((each) => each.split(';')[0]).join('; ')
      return reply
    },
  })
  await as(address).logIn()
  return {
    ...as(address),
    cookie: () => cookie,
    /** The same browser at another server of the installation. */
    at: as,
    /** Uploads a file as the document for a question and has it converted. */
    attach: async (key: string, name: string, bytes: Uint8Array) => {
      const { body: upload } = await call('POST', '/api/presigned-url', { answer_key: key })
      const form = new FormData()
      for (const [field, value] of Object.entries(Object(upload.fields))) form.append(field, String(value))
      form.append('file', new Blob([Buffer.from(bytes)]), name)
      const { status } = await fetch(new URL(upload.url, address), { method: 'POST', body: form })
      if (status !== 204) throw new Error(`The upload was answered ${status}.`)
      const asked = { file_key: Object(upload.fields).key, file_name: name }
      await call('POST', `/api/pdf/document-answer/${key}`, asked)
    },
    /** Erases the application, which is not submitted, and the account. */
    deleteAccount: () => call('POST', '/api/delete-account', { current_password: PASSWORD }),
    conversion: async (key: string) => (await call('GET', `/api/pdf/document-answer/${key}`)).body.status,
  }
}
