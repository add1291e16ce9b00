import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type OwnProgram, startOwnProgram, waitFor } from '../own-server.ts'
import type { Applicant } from './applicant.ts'
import { DOCUMENT, expectKept, type Ledger } from './write-on.ts'

/** Throws unless everything that was acknowledged is there, and its document becomes a PDF that can be opened. */
export async function expectComplete(applicant: Applicant, ledger: Ledger): Promise<void> {
  await expectKept(applicant, ledger)
  const [least, most] = [ledger.acknowledged.get(DOCUMENT), ledger.sent.get(DOCUMENT) ?? 0]
  if (least === undefined) return
  const path = `/api/pdf/document-answer/${DOCUMENT}`
  const look = async () => Object(await applicant.read(path))
  const { status, message, url } = await untilSettled(look)
  if (status !== 'COMPLETED') throw new Error(`LOST: the document of ${applicant.username} is ${status} ${message}.`)
  const { answer, document_answer } = await applicant.profile()
  const kept = Number(/^document (\d+)\.pdf$/.exec(document_answer[DOCUMENT]?.file_name ?? '')?.[1])
  if (answer[DOCUMENT] !== 'ANSWERED' || !(kept >= least && kept <= most))
    throw new Error(`LOST: ${applicant.username} has document ${kept}; acknowledged was ${least}, sent ${most}.`)
  await expectPdf(applicant, url)
}

/** Throws unless there is one submission with this reference, one receipt, and one PDF that can be opened. */
export async function expectSubmitted(applicant: Applicant, reference: string, mails: string): Promise<void> {
  const again = Object((await applicant.call('POST', '/api/submit')).body).reference
  const { submission } = await applicant.profile()
  if (submission?.reference !== reference || again !== reference)
    throw new Error(`LOST: ${applicant.username} submitted as ${reference}, now ${submission?.reference} and ${again}.`)
  const { status, message, url } = await untilSettled(async () => Object(await applicant.read('/api/pdf')))
  if (status !== 'COMPLETED') throw new Error(`LOST: the PDF of ${applicant.username} is ${status} ${message}.`)
  await expectPdf(applicant, url)
  const receipts = () =>
    readdirSync(mails)
      .filter((name) => name.endsWith('.eml'))
      .map((name) => readFileSync(join(mails, name), 'utf8'))
      .filter((mail) => new RegExp(`We have received your .*application \\(${reference}\\)`).test(mail))
  await waitFor(async () => receipts().length > 0 || undefined)
  if (receipts().length !== 1) throw new Error(`TWICE: ${applicant.username} has ${receipts().length} receipts.`)
}

/** Waits until jobs have done their work; the job of a killed process is found after half a minute or more. */
async function untilSettled<Value extends { status?: string }>(look: () => Promise<Value>): Promise<Value> {
  let last: Value | undefined
  for (let minute = 0; minute < 5; minute += 1) {
    const found = await waitFor(async () => {
      last = await look()
      return last.status === 'COMPLETED' || last.status === 'FAILED' ? last : undefined
    }).catch(() => undefined)
    if (found !== undefined) return found
  }
  throw new Error(`LOST: after five minutes it is still ${last?.status}.`)
}

async function expectPdf(applicant: Applicant, url: string): Promise<void> {
  const bytes = await applicant.download(url)
  if (!bytes.subarray(0, 5).equals(Buffer.from('%PDF-'))) throw new Error(`LOST: ${url} is no PDF.`)
}

/** A program that is started again whenever it ends, as every supervisor does. */
export type Supervised = {
  readonly kill: () => Promise<void>
  /** Sends a signal to the process that runs now. */
  readonly signal: (name: NodeJS.Signals) => void
  /** How often it ended without being killed. */
  readonly endings: () => number
  readonly stop: () => Promise<void>
}

const PAUSE = 500 // ms before the next start, so that one that cannot start does not spin

export function supervise(...program: Parameters<typeof startOwnProgram>): Supervised {
  let current: OwnProgram = startOwnProgram(...program)
  let isStopping = false
  let kills = 0
  let ends = 0
  const watching = (async () => {
    while (!isStopping) {
      if (current.isRunning()) {
        await wait(20)
        continue
      }
      ends += 1
      await wait(PAUSE)
      if (!isStopping) current = startOwnProgram(...program)
    }
  })()
  return {
    kill: async () => {
      if (current.isRunning()) kills += 1
      await current.kill()
    },
    signal: (name) => void process.kill(current.processId, name),
    endings: () => ends - kills,
    stop: async () => {
      isStopping = true
      await watching
      await current.stop()
    },
  }
}
