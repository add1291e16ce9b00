import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Applicant, applicantAt } from '../kills/applicant.ts'
import { expectComplete, expectSubmitted } from '../kills/expect-complete.ts'
import { expectKept, type Ledger, prepare, submitOn, writeOn } from '../kills/write-on.ts'
import { faults, left } from './fault-list.ts'
import { type Site, startSite } from './site.ts'

const SECONDS = Number(process.env.FAULT_SECONDS ?? 5)
const WRITERS = 3

/**
 * Plays one fault after the other, each for FAULT_SECONDS, while applicants save, upload and submit. After each it looks
 * for everything that was acknowledged, and in the end for every document, PDF and receipt; it throws if anything is
 * missing or there twice. FAULT names one fault, or the beginning of several.
 */
export async function faultMeasurements(): Promise<readonly string[]> {
  const asked = Object.entries(faults).filter(([name]) => name.startsWith(process.env.FAULT ?? ''))
  if (asked.length === 0) throw new Error(`There is no fault ${process.env.FAULT}: ${Object.keys(faults).join('; ')}`)
  const site = await startSite()
  if ('skipped' in site) return [`faults: skipped: ${site.skipped}`]
  try {
    return [
      ...(await play(site, asked)),
      ...Object.entries(left).map(([name, why]) => `faults: not played: ${name}: ${why}`),
    ]
  } catch (error) {
    console.error(`The log of the programs ends with\n${readFileSync(site.log, 'utf8').slice(-4_000)}`)
    throw error
  } finally {
    await site.close()
  }
}

type Writer = { readonly applicant: Applicant; readonly ledger: Ledger }
type Submitted = { readonly applicant: Applicant; readonly reference: string }

async function play(site: Site, asked: readonly (readonly [string, (typeof faults)[string]])[]) {
  await site.untilReady()
  const someone = (who: string) => applicantAt(site.address, site.folder, `${who}@mail.example`)
  const writers: Writer[] = []
  for (let each = 0; each < WRITERS; each += 1) {
    const applicant = await someone(`writer-${each}`)
    const { ledger, stop } = writeOn(applicant)
    await stop()
    writers.push({ applicant, ledger })
  }
  const lines: string[] = []
  const submitted: Submitted[] = []
  for (const [at, [name, begin]] of asked.entries()) {
    try {
      const submitter = await prepare(await someone(`submitter-${at}`))
      const before = sums(writers)
      const writing = writers.map(({ applicant, ledger }) => writeOn(applicant, ledger))
      const end = await begin(site)
      const started = performance.now()
      const submitting = submitOn(submitter)
      submitting.catch(() => {}) // awaited below; until then a failure must not count as unhandled
      await wait(SECONDS * 1000)
      if (typeof end === 'function') await end()
      await site.untilReady()
      const reference = await submitting
      const seconds = ((performance.now() - started) / 1000).toFixed(1)
      for (const { stop } of writing) await stop()
      for (const { applicant, ledger } of writers) await expectKept(applicant, ledger)
      submitted.push({ applicant: submitter, reference })
      const [saves, documents, unanswered] = sums(writers).map((sum, of) => sum - (before[of] ?? 0))
      const line = `faults: ${name}: ${saves} saves and ${documents} documents acknowledged, ${unanswered} saves not; ready and submitted after ${seconds} s; nothing lost`
      console.error(line) // as it comes: the whole run takes minutes
      lines.push(line)
    } catch (error) {
      throw new Error(`While: ${name}`, { cause: error })
    }
  }
  for (const { applicant, ledger } of writers) await expectComplete(applicant, ledger)
  for (const { applicant, reference } of submitted)
    await expectSubmitted(applicant, reference, join(site.folder, 'mail'))
  const [saves, documents, unanswered] = sums(writers)
  return [
    ...lines,
    `faults: ${asked.length} faults: ${saves} saves, ${documents} documents and ${submitted.length} submissions acknowledged, ${unanswered} saves not; every document, PDF and receipt is there once   (bar: nothing lost, nothing twice)`,
  ]
}

const sums = (writers: readonly Writer[]) =>
  (['saves', 'documents', 'unanswered'] as const).map((of) => writers.reduce((sum, { ledger }) => sum + ledger[of], 0))
