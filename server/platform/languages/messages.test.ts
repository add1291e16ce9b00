import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type ErrorCode, errors, termProblem } from '../../../api/index.ts'
import { type AnswerMap, problemsIn, sayIn } from '../../../engine/index.ts'
import { warningsIn } from '../../../form/index.ts'
import { domestic, ledger, makeForm, today, warned } from '../../../form/testing/index.ts'
import institution from '../../../institution.json' with { type: 'json' }
import { type Translations, translated, translationsOf } from '../../../testing/translated.ts'
import { refusal } from '../http/index.ts'
import { createLanguages, LANGUAGES, readPo } from './index.ts'

/** What the PO files of a language have. */
const tableOf = (language: string): Translations =>
  translationsOf(
    ['form.po', 'applicants.po']
      .flatMap((name) => readPo(join(LANGUAGES, language, name)))
      .map(({ text, translations: [own = ''] }) => [text, own]),
  )

const isCode = (code: string): code is ErrorCode => Object.hasOwn(errors, code)
const codes = Object.keys(errors).filter(isCode)
/** The errors before the first of those that programs and staff read, which are English. */
const toApplicants = codes.slice(0, codes.indexOf('no_export_token'))

const languages = createLanguages(institution.private.languages, institution.private.translations)
const english = makeForm()
const given = (answer: AnswerMap) => ({ ...domestic, answer: { ...domestic.answer, ...answer } })
const said = (form: typeof english, answer: AnswerMap) =>
  problemsIn(form, given(answer), today).map(({ key, message }) => [key, message] as const)

/** What the form says about an answer, in its order. */
const messagesIn = (value: unknown): readonly string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, each]) =>
        ['message', 'invalid', 'unsupported'].includes(name) && typeof each === 'string' ? [each] : messagesIn(each),
      )

describe.each(languages.offered.filter((each) => each !== 'en'))('in %s', (language) => {
  const words = languages.wordsOf(language)
  const table = tableOf(language)
  const form = sayIn(words, makeForm)
  /** The same at the same keys, in this language. */
  const expected = (messages: readonly (readonly [string, string])[]) =>
    messages.map(([key, message]) => [key, translated(message, table) ?? `There is none for “${message}”.`])

  describe.each(Object.entries(ledger))('%s', (_, rows) => {
    test.each(rows)('%s: %s: %s', (_what, key, message, _ids, refused) => {
      for (const answer of refused) {
        const problems = sayIn(words, () => said(form, answer))
        expect(problems).toEqual(expected(said(english, answer)))
        expect(problems.filter(([each]) => each === key)).toEqual([[key, translated(message, table)]])
        expect(problems.filter(([, each]) => each === message || each.includes('{'))).toEqual([])
      }
    })
  })

  test('each message of a question, also of the last of eight entries', () => {
    const messages = messagesIn(english.pages)
    expect(messages).toContain('College 8: enter a five-digit ZIP code, like 59717.')
    expect(messagesIn(form.pages)).toEqual(messages.map((each) => translated(each, table)))
  })

  test('all that is missing from an empty application', () => {
    const empty = { ...domestic, answer: {} }
    const problems = sayIn(words, () => problemsIn(form, empty, today)).map(({ message }) => message)
    const messages = problemsIn(english, empty, today).map(({ message }) => message)
    expect(problems).toEqual(messages.map((each) => translated(each, table)))
    expect(problems.filter((each) => messages.includes(each))).toEqual([])
  })

  test.each(warned)('a warning about %s', (_, answer) => {
    const warnings = Object.entries(sayIn(words, () => warningsIn(answer, '2026-11-22')))
    expect(warnings).toEqual(expected(Object.entries(warningsIn(answer, '2026-11-22'))))
    expect(warnings).not.toEqual([])
  })

  test.each(toApplicants)('the error %s', (code) => {
    const { message } = errors[code]
    const own = sayIn(words, () => refusal(code).message)
    expect(own).toBe(table.texts.get(message))
    expect(own).not.toBe(message)
  })
})

test('a term that is not open is named in the language of who asks, with its day', () => {
  const { time_zone } = institution.public
  const term_dates = { '202770': { opens: '2026-10-01', closes: '2026-11-15' } }
  const entry_terms: [string, string][] = [
    ['202770', 'Fall 2027'],
    ['202830', 'Spring 2028'],
  ]
  const terms = { time_zone, term_dates, entry_terms }
  const said = (day: string) =>
    sayIn(languages.wordsOf('es'), () => termProblem(terms, '202770', new Date(`${day}T12:00:00Z`), undefined)?.message)
  expect(said('2026-11-21')).toBe(
    'El plazo para Otoño de 2027 cerró el 15 de noviembre de 2026. Elija otro período académico.',
  )
  expect(said('2026-09-21')).toBe(
    'El plazo para Otoño de 2027 abre el 1 de octubre de 2026. Puede llenar este formulario y guardarlo ahora, y enviarlo a partir de entonces.',
  )
})
