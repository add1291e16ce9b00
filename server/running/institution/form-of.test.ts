import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { institutionParts, institutionSchema, publicInstitution } from '../../../api/index.ts'
import { foldedSentence, form, page, section, sentencesOf, text } from '../../../engine/index.ts'
import { admissions } from '../../../form/index.ts'
import { proves } from '../../../testing/proves.ts'
import { isStartupError, readSettings } from '../../platform/settings/index.ts'
import { formOf, readInstitution, todayAt } from './index.ts'

const ours = join(import.meta.dirname, '../../../institution.json')
const file = JSON.parse(readFileSync(ours, 'utf8'))
const institution = institutionSchema.parse(file)
const noon = '2026-11-21T12:00:00-07:00'
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'causeway-institution-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const errorOf = (work: () => unknown): Error => {
  try {
    work()
  } catch (error) {
    if (isStartupError(error)) return error
  }
  throw new Error('There was no fault of the start.')
}
const read = (content: string) => {
  const institutionFile = join(folder, 'institution.json')
  writeFileSync(institutionFile, content)
  return readInstitution({ institutionFile })
}

/** All text of a form that has spaces, except lists, patterns and values for machines; it knows no name of any text. */
const shownIn = (value: unknown): ReadonlySet<string> =>
  new Set(
    typeof value !== 'object' || value === null
      ? []
      : Object.entries(value).flatMap(([name, each]) => {
          if (['options', 'pattern', 'values', 'value', 'autocomplete'].includes(name)) return []
          return typeof each === 'string' && each.includes(' ') && !Array.isArray(value) ? [each] : [...shownIn(each)]
        }),
  )

test('our institution.json is complete, and the form is filled from it', () => {
  const opened = JSON.stringify(formOf(readInstitution({ institutionFile: ours })))
  expect(opened).toContain(institution.partner_name)
  expect(opened).not.toMatch(/\{[a-z_.]+\}/)
  const another = JSON.stringify(formOf({ ...institution, partner_name: 'Hyalite College' }))
  expect(another, proves('1.institution.1')).toBe(opened.replaceAll(institution.partner_name, 'Hyalite College'))
})
test.each(
  Object.entries(institutionParts).flatMap(([part, { shape }]) =>
    Object.entries(shape).flatMap(([name, value]) =>
      value.safeParse(undefined).success ? [] : [[name, part] as const],
    ),
  ),
)('without %s in its %s part, institution.json stops the start with a sentence that names it', (name, part) => {
  const content = { ...file, [part]: { ...file[part], [name]: undefined } }
  expect(errorOf(() => read(JSON.stringify(content))).message, proves('5.development.7')).toContain(`${part}.${name}`)
})
test.each([
  ['a wrong link', { links: { ...institution.links, aid: 'javascript:alert(1)' } }, 'links.aid'],
  ['an unknown time zone', { time_zone: 'Mars/Olympus' }, 'time_zone'],
  ['an unknown entry', { motto: 'Onward' }, 'motto'],
  ['a limit beyond what is stored', { character_limit: 10_001 }, 'character_limit'],
  ['files of more than 10 MB', { file_megabytes: 11 }, 'file_megabytes'],
  ['files of half a megabyte', { file_megabytes: 0.5 }, 'file_megabytes'],
  [
    'a day that is not in the calendar',
    { term_dates: { 202730: { closes: '2026-02-30' } } },
    'term_dates.202730.closes',
  ],
  ['a date in a wrong form', { term_dates: { 202730: { opens: '9/1/2026' } } }, 'is a day such as 2026-11-15'],
  ['a grace of minus one hour', { grace_hours: -1 }, 'grace_hours'],
  ['an alert that ends before it starts', { alert: { text: 'A', start: noon, end: noon } }, 'alert'],
])('%s stops the start with a sentence that names it', (_, wrong, name) => {
  const content = { ...file, public: { ...file.public, ...wrong } }
  expect(errorOf(() => read(JSON.stringify(content))).message).toContain(name)
})
test.each([
  ['an entry that is private', { ...file, public: { ...file.public, mail: file.private.mail } }, 'mail'],
  ['a private part that is missing', { public: file.public }, 'private'],
  ['a file without parts', institution, 'public'],
])('%s stops the start too', (_, content, name) => {
  expect(errorOf(() => read(JSON.stringify(content))).message).toContain(name)
})
test('a hundred changed texts cost a page less than 6 KB', () => {
  const all = [...new Set([...sentencesOf(admissions)].map(foldedSentence))].filter((each) => each.length > 5)
  const sentences = Object.fromEntries(all.slice(0, 100).map((each) => [each, each.split(' ').toReversed().join(' ')]))
  expect(Object.keys(sentences)).toHaveLength(100)
  const bytes = (given: object) => gzipSync(JSON.stringify(publicInstitution({ ...institution, ...given }))).length
  expect(bytes({ sentences }) - bytes({})).toBeLessThan(6 * 1024)
})
test('the own words of an institution are in the form', () => {
  const wording = {
    certify_checkbox: { label: 'I certify, as the Board of Regents asks, that this is true.' },
    name: { note: 'The name on your passport.' },
  }
  const opened = JSON.stringify(formOf({ ...institution, wording }))
  expect(opened).toContain('as the Board of Regents asks')
  expect(opened).toContain('The name on your passport.')
  expect(opened).not.toContain('I certify that everything')
})
test.each([
  ['a question that is not asked', { frist_name: { label: 'A' } }, 'names frist_name'],
  ['a title of a question', { first_name: { title: 'A' } }, 'first_name has title. It may have label, help, message.'],
  ['a label of a section', { contact: { label: 'A' } }, 'contact has label. It may have title, note.'],
])('own words for %s stop the start and are named', (_, wording, sentence) =>
  expect(errorOf(() => formOf({ ...institution, wording })).message).toContain(sentence),
)
test('every sentence of the form that is not an option can be replaced', () => {
  const before = shownIn(formOf(institution))
  expect(before.size).toBeGreaterThan(300)
  const sentences = Object.fromEntries([...before].map((each) => [each, `Own: ${each} {partner_name}`]))
  const after = shownIn(formOf({ ...institution, sentences }))
  expect([...after]).toEqual([...before].map((each) => `Own: ${each} ${institution.partner_name}`))
})
test('a replaced sentence changes nothing else', () => {
  const [help, own] = ['The last high school you attended.', 'The school that graduates you.']
  const before = JSON.stringify(formOf(institution))
  expect(before).toContain(help)
  const after = formOf({ ...institution, sentences: { [help]: own } })
  expect(after).toEqual(JSON.parse(before.replaceAll(help, own)))
})
test('a sentence that the form does not say stops the start and is named', () => {
  const sentences = { 'Why are you here?': 'A' }
  expect(errorOf(() => formOf({ ...institution, sentences })).message).toContain('replaces “Why are you here?”')
})
test('a file that is not JSON stops the start', () => {
  expect(errorOf(() => read('{')).message).toMatch(/cannot be read as JSON\.$/)
})
test('keys that the student system does not accept stop the start and are named', () => {
  const extras = [text('frist_name', 'First Name'), text('lsat_name', 'Last Name')]
  const broken = form('1', [page('about', 'About', [section('s', 'S', extras)])])
  const { message } = errorOf(() => formOf(institution, broken))
  for (const key of ['frist_name', 'lsat_name']) expect(message, proves('5.development.3')).toContain(key)
})
test('a setting that the form uses and institution.json does not have stops the start and is named', () => {
  const withUnknownSetting = form('1', [
    page('about', 'About', [section('s', 'S', [text('first_name', 'Name at {motto}')])]),
  ])
  const { message } = errorOf(() => formOf(institution, withUnknownSetting))
  expect(message, proves('5.development.7')).toContain('{motto}')
})
test('a private setting in the form stops the start, because the browser does not have it', () => {
  const withPrivateSetting = form('1', [
    page('about', 'About', [section('s', 'S', [text('first_name', 'Code {school_code}')])]),
  ])
  expect(errorOf(() => formOf(institution, withPrivateSetting)).message).toContain('{school_code}')
})
test.each([
  ['an unknown page', { pdf_pages: ['about', 'education', 'eduction', 'final-steps'] }, /pdf_pages names eduction,/],
  [
    'a page twice',
    { pdf_pages: ['about', 'education', 'about', 'final-steps'] },
    /pdf_pages names about more than once/,
  ],
  ['a missing page', { pdf_pages: ['about', 'final-steps'] }, /pdf_pages does not contain education,/],
  ['a typo instead of a page', { pdf_pages: ['about', 'eduction', 'final-steps'] }, /pdf_pages names eduction,/],
  ['a route that is not a page', { route_after_failed_submit: '/abuot' }, /route_after_failed_submit is \/abuot,/],
])('%s in institution.json stops the start with a sentence that names it', (_, wrong, sentence) => {
  expect(errorOf(() => formOf({ ...institution, ...wrong })).message).toMatch(sentence)
})
test.each([
  [
    'a closing before its opening',
    { 202730: { opens: '2026-11-16', closes: '2026-11-15' } },
    '202730 closes before it opens',
  ],
  ['dates of an unknown term', { 202740: { opens: '2026-11-16' } }, '202740, which is none of entry_terms'],
])('%s stops the start with a sentence that names the term', (_, term_dates, sentence) => {
  expect(errorOf(() => formOf({ ...institution, term_dates })).message, proves('4.terms.7')).toContain(sentence)
})
test('any order of the pages and a route to any of them is accepted', () => {
  const pdf_pages = ['final-steps', 'education', 'about']
  for (const page of pdf_pages)
    expect(() => formOf({ ...institution, pdf_pages, route_after_failed_submit: `/${page}` })).not.toThrow()
})
test.each([
  ['2026-11-21T05:30:00Z', 'America/Denver', '2026-11-20'],
  ['2026-11-21T07:30:00Z', 'America/Denver', '2026-11-21'],
  ['2026-12-31T23:30:00Z', 'Asia/Tokyo', '2027-01-01'],
])('at %s the day in %s is %s', (now, zone, day) => {
  expect(todayAt(zone, new Date(now))).toBe(day)
})

describe('our institution.json', () => {
  const ours = readInstitution(readSettings({}))

  test('our institution has the required limits, pages and student type', () => {
    expect(ours.character_limit, proves('1.institution.8')).toBe(7000)
    expect(ours.intended_student_type, proves('1.institution.10')).toBe('Freshman')
    expect(ours.pdf_pages, proves('1.institution.9')).toEqual(['about', 'education', 'final-steps'])
  })
})
