import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type AnswerMap,
  canonicalAnswers,
  everyPrintedPage,
  NOT_ANSWERED,
  outlineOf,
  questionsShown,
  rowsOf,
} from '../../../engine/index.ts'
import { veteran } from '../../../form/testing/index.ts'
import { applicationRoutes } from '../../applying/applications/index.ts'
import { loadPdfFonts } from '../../platform/fonts/index.ts'
import { createKeyRing } from '../../platform/secrets/index.ts'
import { formOf, readInstitution } from '../../running/institution/index.ts'
import { appForTests, onOneDatabase } from '../../testing/index.ts'
import { createPdfRenderer } from './index.ts'
import { pdfContent } from './pdf-content.ts'
import { printable } from './printable.ts'
import { readPdf, tight } from './testing/read-pdf.ts'
import { sampleInstitution } from './testing/sample-outlines.ts'
import { naughtyStrings, unstorableStrings } from './testing/sample-texts.ts'

onOneDatabase('whatever is typed', (on) => {
  let server: Awaited<ReturnType<typeof appForTests>>
  let form: ReturnType<typeof formOf>
  const account = randomUUID()
  const put = (answers: unknown) => server.call(account, 'PUT', '/api/answer', answers)
  const profile = async () => (await server.call(account, 'GET', '/api/profile')).body

  beforeAll(async () => {
    const institution = readInstitution(on.settings)
    form = formOf(institution)
    const applications = {
      database: on.database,
      keyRing: createKeyRing(on.settings),
      form,
      institution,
      now: () => new Date(),
    }
    server = await appForTests(on.settings, (app) => applicationRoutes(app, applications))
    const asked = new Set(form.keys)
    const answers = Object.entries(veteran.answer).filter(([key]) => asked.has(key))
    expect(await put(Object.fromEntries(answers))).toMatchObject({ status: 200 })
  })
  afterAll(() => server.close())

  /** The text questions that this applicant is asked: the kinds that accept any text. */
  const textKeys = () =>
    questionsShown(form, veteran)
      .filter(({ question }) => question.kind === 'text' || question.kind === 'paragraph')
      .map(({ question }) => question.key)

  test.each(naughtyStrings.map((text) => [JSON.stringify(text).slice(0, 60), text]))(
    'is saved and read back, as far as it shows, in every text question and in the outline: %s',
    async (_, text) => {
      const keys = textKeys()
      expect(keys.length).toBeGreaterThan(100)
      // As many at a time as fit in one request.
      const atOnce = Math.max(1, Math.floor(150_000 / Buffer.byteLength(JSON.stringify(text))))
      for (let from = 0; from < keys.length; from += atOnce) {
        const some = Object.fromEntries(keys.slice(from, from + atOnce).map((key) => [key, text]))
        expect(await put(some)).toMatchObject({ status: 200, body: { cleared: [] } })
      }
      const stored = await profile()
      const canonical: AnswerMap = canonicalAnswers(form, Object.fromEntries(keys.map((key) => [key, text])))
      expect(keys.filter((key) => (stored.answer[key] ?? '') !== canonical[key])).toEqual([])
      const rows = outlineOf(form, { ...veteran, answer: stored.answer }).pages.flatMap(({ items }) => rowsOf(items))
      expect(
        keys.filter((key) => rows.find((row) => row.key === key)?.text !== (canonical[key] || NOT_ANSWERED)),
      ).toEqual([])
    },
  )
  test.each(unstorableStrings.map((text) => [JSON.stringify(text).slice(0, 60), text]))(
    'is refused with a sentence, and nothing of the save is stored: %s',
    async (_, text) => {
      await put({ middle_name: 'kept', last_name: 'kept' })
      const reply = await put({ middle_name: 'lost', last_name: text })
      expect(reply).toMatchObject({ status: 400, body: { code: 'malformed_answers', keys: ['last_name'] } })
      expect((await profile()).answer).toMatchObject({ middle_name: 'kept', last_name: 'kept' })
    },
  )
})

describe('in the PDF', () => {
  const renderer = createPdfRenderer()
  afterAll(() => renderer.close())

  test('every one is printed as typed, or by its numbers', async () => {
    const form = formOf(readInstitution({ institutionFile: 'institution.json' }))
    const keys = questionsShown(form, veteran).flatMap(({ question: { kind, key } }) => (kind === 'text' ? [key] : []))
    const typed = naughtyStrings.map((text, index) => [keys[index] ?? '', text] as const)
    const application = { ...veteran, answer: { ...veteran.answer, ...Object.fromEntries(typed) } }
    const { pdf } = await renderer.renderPdf(
      pdfContent({
        pages: everyPrintedPage(outlineOf(form, application), []),
        institution: sampleInstitution,
        applicant: 'Ada King',
        term: 'Fall 2027',
        reference: 'KQ4M-7XDR',
        submittedAt: new Date('2026-11-21T18:00:00Z'),
        formVersion: form.version,
        madeAt: new Date('2026-11-23T18:00:00Z'),
      }),
    )
    const { covers } = loadPdfFonts()
    const text = tight((await readPdf(pdf)).text)
    // Not compared: letters that are drawn in another order than they are read, right to left or under stacked marks; and
    // Tamil, of which pdf.js reads clusters twice because it ignores ActualText (world-scripts.server.test.ts reads it).
    const drawnOtherwise = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\p{Script=Tamil}]|\p{M}{2}/u
    const expected = typed.map(([, each]) => each).filter((each) => !drawnOtherwise.test(each))
    expect(expected.length).toBeGreaterThan(20)
    expect(
      expected.filter((each) => !text.includes(tight(printable(each, covers).text))).map((each) => each.slice(0, 60)),
    ).toEqual([])
  }, 120_000)
})
