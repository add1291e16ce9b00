import { setTimeout as wait } from 'node:timers/promises'
import { signUp } from '../own-server.ts'

/** An applicant at a server that may be killed at any moment. A call without a reply counts as status 0. */
export type Applicant = Awaited<ReturnType<typeof applicantAt>>

export type Profile = {
  readonly answer: Readonly<Record<string, string>>
  readonly document_answer: Readonly<Record<string, { readonly file_name: string }>>
  readonly submission: { readonly reference: string } | null
}

const PATIENCE = 15_000 // ms for one call

export async function applicantAt(address: string, dataDir: string, username: string) {
  const cookie = await signUp(address, dataDir, username)
  async function call(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }> {
    try {
      const reply = await fetch(`${address}${path}`, {
        method,
        headers: { 'content-type': 'application/json', cookie },
        signal: AbortSignal.timeout(PATIENCE),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return { status: reply.status, body: JSON.parse(await reply.text()) }
    } catch {
      // No reply, half a reply, or too late: nothing is acknowledged.
      return { status: 0, body: undefined }
    }
  }
  /** Repeats a read until it works: the server is being started again. */
  async function read(path: string): Promise<unknown> {
    for (let tries = 0; tries < 600; tries += 1) {
      const { status, body } = await call('GET', path)
      if (status === 200) return body
      if (status === 401) throw new Error(`${username} is no longer logged in.`)
      await wait(200)
    }
    throw new Error(`${path} was not answered within two minutes.`)
  }
  return {
    username,
    call,
    read,
    profile: async () => (await read('/api/profile')) as Profile,
    /** Uploads a document and starts its conversion; whether the server acknowledged that. */
    attach: async (key: string, name: string, bytes: Uint8Array): Promise<boolean> => {
      const { body } = await call('POST', '/api/presigned-url', { answer_key: key })
      const { url, fields } = Object(body)
      if (url === undefined) return false
      const form = new FormData()
      for (const [field, value] of Object.entries(Object(fields))) form.append(field, String(value))
      form.append('file', new Blob([Buffer.from(bytes)]), name)
      const sent = { method: 'POST', body: form, signal: AbortSignal.timeout(PATIENCE) }
      const stored = await fetch(new URL(url, address), sent).catch(() => undefined)
      if (stored?.status !== 204) return false
      const started = { file_key: fields.key, file_name: name }
      return (await call('POST', `/api/pdf/document-answer/${key}`, started)).status === 202
    },
    /** The bytes behind a link of the server. */
    download: async (url: string) => Buffer.from(await (await fetch(new URL(url, address))).arrayBuffer()),
  }
}
