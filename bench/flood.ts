import { setTimeout as wait } from 'node:timers/promises'
import { timesText } from './measure.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'

const SECONDS = 60
const DOCUMENTS = 8 // that the flooding account keeps waiting, one for each college
const TRIES = 10

type Files = { readonly photo: Uint8Array; readonly docx: Uint8Array }

/**
 * Measures a real server: how long one applicant waits from upload to PDF, alone and while another account keeps eight
 * documents waiting, and how many documents the server converts in a minute meanwhile.
 */
export async function floodMeasurements({ photo, docx }: Files): Promise<readonly string[]> {
  const server = await startOwnServer({ upload: { most: 100_000, seconds: 60 } })
  try {
    const [one, other] = [
      applicantOn(server, server.cookie),
      applicantOn(server, await server.signUp('flood@mail.example')),
    ]
    const lines: string[] = []
    for (const [kind, name, bytes] of [
      ['photos', 'photo.jpg', photo],
      ['Word documents', 'letter.docx', docx],
    ] as const) {
      await one.convert('college_transcript', name, bytes) // the first one starts what it needs
      const alone = await waits(one, name, bytes, performance.now() + (SECONDS * 1_000) / 2)
      const end = performance.now() + SECONDS * 1_000
      const flood = Promise.all(
        Array.from({ length: DOCUMENTS }, (_, at) => keepConverting(other, at + 1, name, bytes, end)),
      )
      const flooded = await waits(one, name, bytes, end)
      const done = (await flood).reduce((sum, count) => sum + count, 0)
      lines.push(`documents: ${kind}, upload to PDF, alone                 ${timesText(alone)}`)
      lines.push(`documents: ${kind}, the same while one account floods    ${timesText(flooded)}`)
      lines.push(
        `documents: ${kind}, conversions per minute in that time  ${Math.round(((done + flooded.length) * 60) / SECONDS)} (${done} and ${flooded.length})`,
      )
    }
    return lines
  } finally {
    await server.close()
  }
}

type Applicant = ReturnType<typeof applicantOn>

/** Converts documents for one question until the end; returns how many. */
async function keepConverting(applicant: Applicant, college: number, name: string, bytes: Uint8Array, end: number) {
  const key = college === 1 ? 'college_transcript' : `college_${college}_transcript`
  let done = 0
  while (performance.now() < end) {
    // What is still waiting at the end is left to the server, which is closed.
    await Promise.race([applicant.convert(key, name, bytes), wait(Math.max(0, end - performance.now()))])
    if (performance.now() < end) done += 1
  }
  return done
}

async function waits(applicant: Applicant, name: string, bytes: Uint8Array, end: number): Promise<readonly number[]> {
  const times: number[] = []
  while (times.length < TRIES && (times.length === 0 || performance.now() < end)) {
    const start = performance.now()
    await applicant.convert('college_transcript', name, bytes)
    times.push(performance.now() - start)
  }
  return times
}

/** What a browser does for one document: permission, upload, start, and a look every 100 ms. */
function applicantOn({ address }: OwnServer, cookie: string) {
  const call = async (method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
    for (;;) {
      const headers = { 'content-type': 'application/json', cookie }
      const reply = await fetch(`${address}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
      const text = await reply.text()
      if (reply.ok) return JSON.parse(text)
      if (reply.status !== 503) throw new Error(`${method} ${path} answered ${reply.status}: ${text}`)
      await wait(Number(reply.headers.get('retry-after') ?? 1) * 1_000)
    }
  }
  return {
    async convert(answer_key: string, file_name: string, bytes: Uint8Array): Promise<void> {
      const { url, fields } = await call('POST', '/api/presigned-url', { answer_key })
      const form = new FormData()
      for (const [name, value] of Object.entries(Object(fields))) form.append(name, String(value))
      form.append('file', new Blob([Buffer.from(bytes)]), file_name)
      const stored = await fetch(new URL(String(url), address), { method: 'POST', body: form })
      if (stored.status !== 204) throw new Error(`The upload was answered ${stored.status}.`)
      await call('POST', `/api/pdf/document-answer/${answer_key}`, { file_key: Object(fields).key, file_name })
      for (;;) {
        const { status, message } = await call('GET', `/api/pdf/document-answer/${answer_key}`)
        if (status === 'FAILED') throw new Error(String(message))
        if (status !== 'UNPROCESSED' && status !== 'IN_PROGRESS') return
        await wait(100)
      }
    },
  }
}
