import { join } from 'node:path'
import { expect, test } from 'vitest'
import { errors } from '../api/index.ts'
import { everyItem, type Form, foldedSentence, type Item } from '../engine/index.ts'
import { admissions } from '../form/index.ts'
import { gradeOf, LANGUAGES, readPo, refusals } from '../server/index.ts'
import { filesForApplicants, textsIn } from './applicant-texts.ts'
import { perspicuityOf, syllablesIn } from './spanish-measure.ts'

const wordsOf = (text: string): readonly string[] => text.match(/[\p{L}\p{N}’'-]+/gu) ?? []

const GRADE = 8
/** A single sentence of few words varies a lot: one long name adds two grades. */
const MOST_OF_ONE = 11
const FEWEST_WORDS = 12

/** What people read of one item, with its parts in a text field or a title. */
const textsOf = (item: Item): readonly string[] =>
  ['title', 'text', 'note', 'help', 'label', 'message', 'invalid', 'notice'].flatMap((name) => {
    const found: unknown = Reflect.get(item, name)
    const text: unknown = name === 'notice' && 'notice' in item ? item.notice?.text : found
    return typeof text === 'string' && wordsOf(text).length > 4 ? [text] : []
  })

const form: Form = admissions
const sections = form.pages.flatMap((page) =>
  page.items.flatMap((item) => (item.kind === 'section' ? [{ title: item.title, page, item }] : [])),
)

test.each(sections)('the section $title is read by an eighth grader', ({ page, item }) => {
  const texts = [...new Set(everyItem({ ...form, pages: [{ ...page, items: [item] }] }).flatMap(textsOf))]
  expect(texts.length === 0 ? 0 : gradeOf(texts)).toBeLessThanOrEqual(GRADE)
})

test('no single text is much harder', () => {
  const hard = [...new Set(everyItem(form).flatMap(textsOf))]
    .filter((text) => wordsOf(text).length >= FEWEST_WORDS)
    .filter((text) => gradeOf([text]) > MOST_OF_ONE)
  expect(hard).toEqual([])
})

test.each(Object.entries(refusals))('why a file is refused is read by an eighth grader: %s', (_, text) => {
  expect(gradeOf([text])).toBeLessThanOrEqual(GRADE)
})
test.each(Object.entries(refusals))('why a file is refused comes with what to do next: %s', (_, text) => {
  const sentences = text.split(/(?<=\.) /)
  expect(sentences.length).toBeGreaterThan(1)
  expect(sentences.slice(1).join(' ')).toMatch(/\b([Pp]lease|upload)\b/)
  expect(sentences[0]).not.toMatch(/\bplease\b/i) // the cause comes first
})

/** Words of the specification, which stay (requirements 2.summary.2 and 2.routes.31). */
const SPECIFIED = [
  'The links below show what needs to be completed. Missing items will be highlighted on each page; simply fix them and then resubmit your application.',
  'The issue that caused you to see this has been logged. We will get it fixed as soon as possible.',
]

const isSentence = (text: string) => wordsOf(text).length > 4 && !SPECIFIED.includes(text) && !text.includes('</') // markup
const spoken = filesForApplicants
  .filter((path) => !path.endsWith('api/errors.ts'))
  .map((path) => [path.slice(join(import.meta.dirname, '..').length + 1), textsIn(path).filter(isSentence)] as const)
  .filter(([, texts]) => texts.length > 0)

test.each(spoken)('%s is read by an eighth grader', (_, texts) => {
  expect(texts.flatMap(wordsOf).length < FEWEST_WORDS ? 0 : gradeOf(texts)).toBeLessThanOrEqual(GRADE)
  const hard = texts.filter((text) => wordsOf(text).length >= FEWEST_WORDS && gradeOf([text]) > MOST_OF_ONE)
  expect(hard).toEqual([])
})

/** The errors after the first of those that programs and staff read. */
const all = Object.entries(errors)
const toApplicants = all.slice(
  0,
  all.findIndex(([code]) => code === 'no_export_token'),
)

test.each(toApplicants)('the error %s is read by an eighth grader', (_, { message }) => {
  expect(wordsOf(message).length < FEWEST_WORDS ? 0 : gradeOf([message])).toBeLessThanOrEqual(GRADE)
})

/** Written in capitals by the specification, or beside such a label, or a name. */
const CAPITALIZED = [
  'Academic History',
  'American Indian or Alaska Native',
  'Black or African American',
  'Confirm Your Account',
  'Create Account',
  'Error Notification',
  'File Upload in Progress',
  'First Name',
  'Forgot Password',
  'Google Chrome',
  'Last Name',
  'Log In',
  'Log Out',
  'Microsoft Edge',
  'Middle Eastern or North African',
  'Middle Name',
  'Mozilla Firefox',
  'Native Hawaiian or Pacific Islander',
  'Personal Info',
  'Privacy Policy and Cookie Notice',
  'Reset Password',
  'Safari on a Mac',
  'Save and Continue',
  'Search for Your School',
  'Sign In',
  'Sign Up',
  'Success Notification',
]
const isCapitalized = (text: string) =>
  /^\p{Lu}\p{Ll}+( (\p{Lu}\p{Ll}+|[a-z]{1,3}))* \p{Lu}\p{Ll}+$/u.test(text) &&
  !/ (Card|Error)$/.test(text) && // the title of a message (requirement 8.auth-submit.1)
  !/Gallatin College$/.test(text) &&
  !CAPITALIZED.includes(text)

test('labels, headings and buttons are in sentence case', () => {
  const titles = [...everyItem(form), ...form.pages].flatMap((item) =>
    ['title', 'label', 'text', 'button'].flatMap((name) => String(Reflect.get(item, name) ?? '')),
  )
  expect(titles).toContain('Military service')
  const words = filesForApplicants.flatMap(textsIn)
  expect(words).toContain('Change password')
  expect([...new Set([...titles, ...words])].filter(isCapitalized)).toEqual([])
  expect(isCapitalized('Change Your Password')).toBe(true)
})

test('the measure tells hard from easy', () => {
  expect(gradeOf(['The cat sat on the mat. It was warm.'])).toBeLessThan(2)
  const hard = 'Notwithstanding the aforementioned considerations, the institution reserves discretionary authority.'
  expect(gradeOf([hard])).toBeGreaterThan(16)
})

/** Texts of the Spanish translation by their English ones. Names and numbers that are filled in count as a short word. */
const spanish = new Map(
  ['form.po', 'applicants.po'].flatMap((name) =>
    readPo(join(LANGUAGES, 'es', name)).flatMap(({ text, plural = text, translations }) =>
      translations.map((own, form) => [form === 0 ? text : plural, own.replaceAll(/\{[\w.]+\}/g, 'uno')] as const),
    ),
  ),
)
const inSpanish = (text: string) => spanish.get(text) ?? spanish.get(foldedSentence(text)) ?? []

/** Where the scale's “normal” begins, which is what most people read; below it comes what is taught in high school. */
const NORMAL = 55
/** Below this the scale says "very hard": pages of science and law. */
const LEAST_OF_ONE = 40

/** It follows the English closely: shorter words for a suspension or its reasons say more or less. */
const CLOSE = ['Have you ever been suspended from a college for academic reasons?']

test.each(sections)('the section $title is as easy in Spanish', ({ page, item }) => {
  const texts = [...new Set(everyItem({ ...form, pages: [{ ...page, items: [item] }] }).flatMap(textsOf))]
  expect(texts.flatMap(inSpanish)).toHaveLength(texts.length)
  expect(texts.length === 0 ? NORMAL : perspicuityOf(texts.flatMap(inSpanish))).toBeGreaterThanOrEqual(NORMAL)
})

test.each(spoken)('%s is as easy in Spanish', (_, texts) => {
  const own = texts.flatMap(inSpanish)
  expect(own.flatMap(wordsOf).length < FEWEST_WORDS ? NORMAL : perspicuityOf(own)).toBeGreaterThanOrEqual(NORMAL)
})

test('no single Spanish text is very hard', () => {
  const hard = [...spanish]
    .filter(([, own]) => wordsOf(own).length >= FEWEST_WORDS && perspicuityOf([own]) < LEAST_OF_ONE)
    .map(([text]) => text)
  expect(hard).toEqual(CLOSE)
  expect(spanish.size).toBeGreaterThan(1400)
})

test.each([
  ['ciudad', 2],
  ['guía', 2],
  ['quien', 1],
  ['averigüe', 4],
  ['poeta', 3],
  ['país', 2],
  ['vehículo', 4],
  ['ahí', 2],
  ['buey', 1],
  ['y', 1],
  ['desahucio', 3],
  ['fotografía', 5],
])('%s has %i syllables', (word, count) => expect(syllablesIn(word)).toBe(count))

test('the Spanish measure tells hard from easy', () => {
  expect(perspicuityOf(['El gato come pan. Hace sol.'])).toBeGreaterThan(90)
  const hard =
    'La institución, independientemente de las consideraciones precedentes, conserva facultades discrecionales.'
  expect(perspicuityOf([hard])).toBeLessThan(15)
})
