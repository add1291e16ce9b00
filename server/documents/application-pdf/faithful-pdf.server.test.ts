import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import {
  type Application,
  isGiven,
  labelOf,
  outlineOf,
  printedPages,
  problemsIn,
  type Question,
  questionsByKey,
  questionsShown,
} from '../../../engine/index.ts'
import { applications, form } from '../../../form/testing/index.ts'
import { createPdfRenderer } from './index.ts'
import { pdfContent } from './pdf-content.ts'
import { expectedOf, firstLost, tableErrors } from './testing/expected-words.ts'
import { readPdf, tight } from './testing/read-pdf.ts'
import { sampleInstitution } from './testing/sample-outlines.ts'

const renderer = createPdfRenderer()
afterAll(() => renderer.close())

const questions = [...questionsByKey(form).values()]
const SSN = '501-55-0187'
/** A word that appears in no other answer and in no label. */
const wordOf = (question: Question) => `Zq${questions.indexOf(question)}qZ`

/** Short enough for a table cell. */
const words = fc.array(fc.stringMatching(/^[A-Za-z0-9 .,'-]{0,30}$/), { minLength: 10, maxLength: 20 })
/** What people may enter: several lines, long words, characters of every markup, letters of other scripts. */
const texts = fc.array(
  fc
    .array(
      fc.oneof(
        fc.string({ unit: 'grapheme-ascii', maxLength: 30 }),
        fc.constantFrom(
          'Łódź',
          'Ελλάδα',
          'Україна',
          'Đặng',
          '½ € №',
          '#eval("1")',
          '$x$',
          '*a* _b_',
          '\\',
          '<b>',
          '\n',
          '\n\n',
        ),
        fc.constantFrom('x'.repeat(120), 'Every word of a long answer counts. '.repeat(12)),
      ),
      { maxLength: 4 },
    )
    .map((parts) => parts.join(' ')),
  { minLength: 10, maxLength: 20 },
)

/** The same application with searchable text in every field, even in those that this applicant does not see. */
function filled(application: Application, written: readonly string[]): Application {
  const boxes = questions.filter(({ kind }) => kind === 'text' || kind === 'paragraph')
  const answers = boxes.map((box, index) => [box.key, `${wordOf(box)} ${written[index % written.length]}`] as const)
  return { ...application, answer: { ...application.answer, ...Object.fromEntries(answers), ssn: SSN } }
}

/** What a shown question must leave in the PDF, whatever the layout does with it. */
function traceOf(question: Question, { answer }: Application): string {
  const value = answer[question.key] ?? ''
  switch (question.kind) {
    case 'text':
    case 'paragraph':
      return question.care === 'secret' ? '***-**-0187' : value
    case 'choice':
      return value === '' ? '' : labelOf(question, value)
    case 'tick':
      if (value !== 'true' && question.key.endsWith('_ongoing')) return '' // the month is printed instead
      return `${value === 'true' ? '[X]' : '[ ]'}${question.label}`
    case 'upload':
      return isGiven(value) ? `Document attached for "${question.label}"` : ''
    default:
      return ''
  }
}

test('every answer that is shown is in the PDF, in order, and no hidden answer', async () => {
  await fc.assert(
    fc.asyncProperty(applications, fc.oneof(words, texts), async (start, written) => {
      const application = filled(start, written)
      const content = pdfContent({
        pages: printedPages(
          outlineOf(form, application),
          form.pages.map(({ slug }) => slug),
        ),
        institution: sampleInstitution,
        applicant: 'June Hale',
        term: 'Fall 2027',
        reference: 'KQ4M-7XDR',
        submittedAt: new Date('2026-11-21T18:00:00Z'),
        formVersion: form.version,
        madeAt: new Date('2026-11-23T18:00:00Z'),
      })
      const rendered = await renderer.renderPdf(content)
      const { text, claim, tables, attached } = await readPdf(rendered.pdf)
      expect(claim).toBe('1')
      expect(firstLost(text, expectedOf(content))).toBeNull()
      expect(tableErrors(tables, content)).toEqual([])
      const found = tight(text)
      // A question that had to be answered is named even if it is not. A part of a block may be left out of it.
      const open = problemsIn(form, application, '2026-11-21').flatMap(({ key }) => {
        const question = questionsByKey(form).get(key)
        const isPart = question?.role !== undefined || /_(month|year)$/.test(key)
        return question && !isPart && !isGiven(application.answer[key]) ? [question.label] : []
      })
      expect(open.filter((label) => !found.includes(tight(label)))).toEqual([])
      // The outline and the PDF could share an error, so this compares with the shown questions themselves.
      const shown = questionsShown(form, application).map(({ question }) => question)
      const lost = shown.filter((question) => !found.includes(tight(traceOf(question, application))))
      expect(lost.map(({ key }) => key)).toEqual([])
      const keys = new Set(shown.map(({ key }) => key))
      const leaked = questions.filter((question) => !keys.has(question.key) && found.includes(wordOf(question)))
      expect(leaked.map(({ key }) => key)).toEqual([])
      expect(found).not.toContain(tight(SSN))
      const data = attached['application.json'] ?? ''
      expect(JSON.parse(data).pages).toEqual(content.pages)
      expect(data.replace(/\D/g, '')).not.toContain(SSN.replace(/\D/g, ''))
      expect(questions.filter(({ key }) => !keys.has(key)).some((each) => data.includes(wordOf(each)))).toBe(false)
    }),
    { numRuns: 14 },
  )
}, 180_000)
