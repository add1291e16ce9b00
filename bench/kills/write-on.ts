import { setTimeout as wait } from 'node:timers/promises'
import { completeAnswers, pdfOf } from '../../server/index.ts'
import type { Applicant } from './applicant.ts'

const KEYS = ['first_name', 'middle_name', 'last_name', 'city', 'address_line_1']
export const DOCUMENT = 'college_transcript'

/** What one applicant sent, and what of it the server acknowledged. Numbers count the writes of the applicant. */
export type Ledger = {
  /** The number of the newest write. */
  count: number
  saves: number
  documents: number
  unanswered: number
  /** By key: the newest value that was acknowledged, and the newest that was sent. */
  readonly acknowledged: Map<string, number>
  readonly sent: Map<string, number>
}

const emptyLedger = (): Ledger => ({
  ...{ count: 0, saves: 0, documents: 0, unanswered: 0 },
  ...{ acknowledged: new Map(), sent: new Map() },
})

/**
 * Saves one answer after the other, and now and then attaches a document, until told to stop. The ledger may be that of
 * earlier writes of the same applicant.
 */
export function writeOn(applicant: Applicant, ledger = emptyLedger()) {
  let isDone = false
  async function save(count: number) {
    const key = KEYS[Math.floor(Math.random() * KEYS.length)] ?? 'city'
    ledger.sent.set(key, count)
    const { status, body } = await applicant.call('PUT', '/api/answer', { [key]: `${key} ${count}` })
    if (status === 200) {
      ledger.saves += 1
      ledger.acknowledged.set(key, count)
      return
    }
    if (status !== 0 && status !== 503) throw new Error(`A save was answered ${status}: ${JSON.stringify(body)}`)
    ledger.unanswered += 1
    await expectKept(applicant, ledger)
  }
  async function attach(count: number) {
    ledger.sent.set(DOCUMENT, count)
    if (!(await applicant.attach(DOCUMENT, `document ${count}.pdf`, await pdfOf(`Document ${count}`)))) return
    ledger.acknowledged.set(DOCUMENT, count)
    ledger.documents += 1
  }
  const done = (async () => {
    while (!isDone) {
      ledger.count += 1
      await (ledger.count % 12 === 0 ? attach(ledger.count) : save(ledger.count))
      await wait(20)
    }
  })()
  // Awaited in the end; until then a failure must not count as unhandled.
  done.catch(() => {})
  return {
    ledger,
    stop: async () => {
      isDone = true
      await done
    },
  }
}

/** Throws unless each answer is the newest that was acknowledged, or one that was sent since. */
export async function expectKept(applicant: Applicant, { acknowledged, sent }: Ledger): Promise<void> {
  const { answer } = await applicant.profile()
  for (const key of KEYS) {
    const kept = Number(answer[key]?.split(' ').at(-1) ?? 0)
    const [least, most] = [acknowledged.get(key) ?? 0, sent.get(key) ?? 0]
    if (!(kept >= least && kept <= most))
      throw new Error(`LOST: ${applicant.username} has ${key} ${kept}; acknowledged was ${least}, sent ${most}.`)
  }
}

/** Submits until the server acknowledges it; returns the reference number. Every reply must name the same one. */
export async function submitOn(applicant: Applicant): Promise<string> {
  for (let tries = 0; tries < 600; tries += 1) {
    const { status, body } = await applicant.call('POST', '/api/submit')
    if (status === 200) return String(Object(body).reference)
    if (status !== 0 && status !== 503) throw new Error(`A submit was answered ${status}: ${JSON.stringify(body)}`)
    await wait(100)
  }
  throw new Error('A submit was not acknowledged within a minute.')
}

/** Makes an application that only has to be submitted. */
export async function prepare(applicant: Applicant): Promise<Applicant> {
  const { status } = await applicant.call('PUT', '/api/answer', completeAnswers)
  if (status !== 200) throw new Error(`The answers of ${applicant.username} were not saved (${status}).`)
  return applicant
}
