import { randomBytes } from 'node:crypto'
import {
  type Application,
  answerProblem,
  emptyApplication,
  everyItem,
  type Form,
  isGiven,
  optionsOf,
  outlineOf,
  problemsIn,
  type Question,
  questionsByKey,
  questionsShown,
  withAnswer,
  withoutHidden,
} from '../../../engine/index.ts'
import type { AcceptedSubmission } from '../../applying/submissions/index.ts'
import { createKeyRing } from '../../platform/secrets/index.ts'
import { neverHandedOver } from '../acknowledgements/index.ts'
import type { ExportCallsDeps, Source } from './source.ts'

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
 * nothing is stored. PDFs are sealed with a key that nobody has, and not signed, so that none passes for an
 * application.
 */
export function createSandbox({ form, register, institution, renderer, now, settings }: ExportCallsDeps): Source {
  const made = new Map<number, AcceptedSubmission>()
  const submission = (number: number): AcceptedSubmission => {
    const day = submittedAt(number)
    const application = madeUpApplication(form, day.toISOString().slice(0, 10), number)
    const snapshot = { form_version: form.version, application, outline: outlineOf(form, application) }
    return {
      account: idOf(number),
      reference: `SANDBOX${String(number).padStart(2, '0')}`,
      submittedAt: day,
      snapshot,
      version: 1,
      replaces: undefined,
      requested: [],
    }
  }
  const applications = numbers.map((number) => ({
    ...{ seq: number, application_id: idOf(number), version: 1, kind: 'submitted' as const },
    at: submittedAt(number),
  }))
  // The last one, so that the others have the numbers that they always had.
  const formChange = {
    ...{ seq: COUNT + 1, kind: 'form' as const, form_version: form.version, edition: 1 },
    at: submittedAt(COUNT + 1),
  }
  const sealer = createKeyRing({ secretKeys: [{ id: 'sandbox', bytes: randomBytes(32) }], dataDir: '' })
  return {
    form,
    register,
    institution,
    renderer,
    settings,
    now,
    pdfSealer: async () => sealer,
    changes: async ({ after, limit, form: withForm }) =>
      [...applications, ...(withForm ? [formChange] : [])].filter(({ seq }) => seq > after).slice(0, limit),
    endOfChanges: async () => formChange.seq,
    submission: async (id, version = 1) => {
      const number = numberOf.get(id)
      if (number === undefined || version !== 1) return undefined
      const found = made.get(number) ?? submission(number)
      made.set(number, found)
      return found
    },
    documents: async ({ applicationId: id }, listed) =>
      listed.map(({ key, title }) => ({
        key,
        title,
        storageKey: `${id}: ${title}`,
        bytes: 0,
        file: `${key}.pdf`,
        attached: submittedAt(numberOf.get(id) ?? 0),
        scan: null,
        signatures: [],
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
  const { PDFDocument } = await import('@cantoo/pdf-lib')
  const pdf = await PDFDocument.create({ updateMetadata: false })
  pdf.addPage([612, 792]).drawText(`Made up for the sandbox. ${text}`, { x: 50, y: 700, size: 10 })
  return Buffer.from(await pdf.save())
}

const MOST_TRIES = 50
const MOST_PASSES = 12

/**
 * A complete application without problems that nobody wrote, made from the form alone: always the same for a form, a
 * day and a number. Odd numbers answer most of what they are asked, even ones little more than they must.
 */
export function madeUpApplication(form: Form, today: string, number: number): Application {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const made = answeredByChance(form, today, number, createRandom(number * MOST_TRIES + tries))
    if (made) return made
  }
  throw new Error(`No application could be made up for the form ${form.version}.`)
}

/** Answers what is asked until nothing is missing or wrong; undefined if the choices made on the way do not allow it. */
function answeredByChance(form: Form, today: string, number: number, random: () => number): Application | undefined {
  const pick = <Value>(values: readonly Value[]): Value | undefined => values[Math.floor(random() * values.length)]
  const willingness = number % 2 === 0 ? 0.3 : 0.9
  let application = emptyApplication
  const answer = (question: Question) => {
    const right = valuesOf(question, number, today).filter(
      (value) => answerProblem(question, value, application.answer, today).length === 0,
    )
    const isByChance = question.kind === 'choice' && (question.role !== 'country' || random() < 0.2)
    const value = isByChance ? pick(right) : right[0]
    if (value === undefined) return
    application = withAnswer(form, application, question.key, value)
    if (question.kind !== 'upload') return
    const file = { file_name: `${question.key}.pdf`, file_size: 1024 }
    application = { ...application, document_answer: { ...application.document_answer, [question.key]: file } }
  }

  for (const item of everyItem(form)) {
    if (item.kind === 'tabs')
      application = { ...application, tabs: { ...application.tabs, [item.id]: pick(item.tabs)?.id } }
    if (item.kind !== 'repeated') continue
    const count = pick(item.entries)?.number ?? 1
    application = { ...application, add_another: { ...application.add_another, [item.id]: count } }
    // A later entry asks for the rest once something in it is answered.
    for (const { keys } of item.entries.slice(1, count)) {
      const first = keys.map((key) => questionsByKey(form).get(key)).find((question) => question?.kind === 'text')
      if (first) answer(first)
    }
  }
  const decided = new Set<string>()
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const shown = questionsShown(form, application).map(({ question }) => question)
    const fresh = shown.filter(({ key }) => !decided.has(key))
    const wrong = new Set(fresh.length > 0 ? [] : problemsIn(form, application, today).map(({ key }) => key))
    if (fresh.length === 0 && wrong.size === 0) return application
    for (const question of fresh) {
      decided.add(question.key)
      if (!isGiven(application.answer[question.key]) && random() < willingness) answer(question)
    }
    for (const question of shown.filter(({ key }) => wrong.has(key))) answer(question)
    application = withoutHidden(form, application).application
  }
  return undefined
}

const byRole: Partial<Record<NonNullable<Question['role']>, string>> = {
  address_line_1: '12 Front Street',
  address_line_2: 'Unit B',
  city: 'Helena',
  zip: '59601',
}

/** What may be answered, the best first. Numbers are for text that must be one. */
function valuesOf(question: Question, number: number, today: string): readonly string[] {
  switch (question.kind) {
    case 'choice':
      return optionsOf(question, today).flatMap(([value]) => (value === '' ? [] : [value]))
    case 'tick':
      return ['true']
    case 'email':
      return [`sandbox.${number}@mail.example`]
    case 'phone':
      return [`(406) 555-01${String(number).padStart(2, '0')}`]
    case 'ssn':
      // No number of this area was ever given to anybody.
      return [`666-55-${String(number).padStart(4, '0')}`]
    case 'date':
      return ['2004-02-29']
    case 'upload':
      return ['ANSWERED']
    case 'text':
    case 'paragraph':
      return [
        ...(question.role ? [byRole[question.role] ?? `Sandbox ${number}`] : [`Sandbox ${number}`]),
        'Sandbox',
        '720',
        '31',
        '3.5',
        '10',
        '59601',
        '4317',
      ]
    case 'code':
    case 'password':
      return []
  }
}

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed * 0x9e3779b9
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
