import { randomBytes } from 'node:crypto'
import { PDFDocument } from '@cantoo/pdf-lib'
import { outlineOf } from '../../../engine/index.ts'
import type { AcceptedSubmission } from '../../applying/submissions/index.ts'
import { createKeyRing } from '../../platform/secrets/index.ts'
import { neverHandedOver } from '../acknowledgements/index.ts'
import type { ExportCalls } from './export-calls.ts'
import { madeUpApplication } from './made-up-application.ts'
import type { Source } from './source.ts'

const COUNT = 24
/** The first was submitted this day, each other one a day after the one before. */
const FIRST = Date.UTC(2026, 0, 15)
const DAY = 86_400_000 // ms

const numbers = Array.from({ length: COUNT }, (_, index) => index + 1)
/** Recognized at sight, and none that the database makes. */
const idOf = (number: number) => `5a4db0c5-0000-4000-8000-${String(number).padStart(12, '0')}`
const numberOf = new Map(numbers.map((number) => [idOf(number), number]))
const submittedAt = (number: number) => new Date(FIRST + (number - 1) * DAY)

/**
 * Made-up applications for those who program against the calls. Nothing here reads the database or the storage, and
 * nothing is stored. PDFs are sealed with a key that nobody has, so that none passes for an application.
 */
export function createSandbox({ form, institution, renderer, now }: ExportCalls): Source {
  const made = new Map<number, AcceptedSubmission>()
  const submission = (number: number): AcceptedSubmission => {
    const day = submittedAt(number)
    const application = madeUpApplication(form, day.toISOString().slice(0, 10), number)
    const snapshot = { form_version: form.version, application, outline: outlineOf(form, application) }
    return {
      ...{ account: idOf(number), reference: `SANDBOX${String(number).padStart(2, '0')}`, submittedAt: day, snapshot },
      ...{ version: 1, replaces: undefined, requested: [] },
    }
  }
  const sealer = createKeyRing({ secretKeys: [{ id: 'sandbox', bytes: randomBytes(32) }], dataDir: '' })
  return {
    ...{ form, institution, renderer, now, pdfSealer: async () => sealer },
    changes: async ({ after, limit }) =>
      numbers
        .filter((number) => number > after)
        .slice(0, limit)
        .map((number) => ({
          ...{ seq: number, application_id: idOf(number), version: 1 },
          ...{ kind: 'submitted', at: submittedAt(number) },
        })),
    submission: async (id, version = 1) => {
      const number = numberOf.get(id)
      if (number === undefined || version !== 1) return undefined
      const found = made.get(number) ?? submission(number)
      made.set(number, found)
      return found
    },
    documents: async ({ applicationId: id }, listed) =>
      listed.map(({ key, title }) => ({
        ...{ key, title, storageKey: `${id}: ${title}`, bytes: 0, file: `${key}.pdf` },
        ...{ attached: submittedAt(numberOf.get(id) ?? 0), scan: null },
      })),
    storage: { read: (key) => madeUpPdf(key) },
    acknowledge: async ({ target }, rows) => {
      const wrong = rows.findIndex(({ application_id, version }) => !numberOf.has(application_id) || version !== 1)
      const first = rows[wrong]
      if (!first) return { recorded: rows.length, repeated: 0 }
      return { problem: neverHandedOver(wrong + 1, first, target) }
    },
  }
}

/** A page that says what it stands for; always the same bytes. */
async function madeUpPdf(text: string): Promise<Buffer> {
  const pdf = await PDFDocument.create({ updateMetadata: false })
  pdf.addPage([612, 792]).drawText(`Made up for the sandbox. ${text}`, { x: 50, y: 700, size: 10 })
  return Buffer.from(await pdf.save())
}
