import { beforeAll, describe, expect, test } from 'vitest'
import { everyPrintedPage, outlineOf } from '../../../engine/index.ts'
import { domestic, form } from '../../../form/testing/index.ts'
import { pdfContent } from './pdf-content.ts'
import { pdfReaders } from './testing/pdf-readers.ts'
import { type PersonOfTheWorld, peopleOfTheWorld } from './testing/people-of-the-world.ts'
import { sampleInstitution } from './testing/sample-outlines.ts'
import { createTypesetter } from './typeset-pdf.ts'

const { readers, skipped } = await pdfReaders()
for (const reason of skipped) console.log(`PDFs of people of the world read by others skipped: ${reason}.`)

/** What a reader takes for something else whatever a PDF says, so that it is not asked for. */
const faults: Readonly<Record<string, readonly (readonly [reason: string, typed: RegExp])[]>> = {
  Poppler: [
    ['does not know that N’Ko is written from the right', /\p{Script=Nko}/u],
    [
      'takes these signs for numbers, which part words from the right',
      /(?=.*[\p{sc=Arab}\p{sc=Hebr}\p{sc=Syrc}\p{sc=Thaa}]).*[,.،-]/u,
    ],
  ],
  'pdf.js': [['writes the Lao vowel as the two letters that it is drawn of', /\u0eb3/]],
}
const isFault = (reader: string, typed: string) => faults[reader]?.some(([, kind]) => kind.test(typed)) === true

const { application } = createTypesetter()
const answersOf = ({ first, last, city, parent, essay }: PersonOfTheWorld) => ({
  first_name: first,
  last_name: last,
  city,
  parent_first_name: parent,
  parent_last_name: last,
  college_name: `${city} ${last}`,
  college_2_name: `${parent} ${city}`,
  decision_essay: essay,
})
function pdfOf(person: PersonOfTheWorld): Uint8Array {
  const answer = { ...domestic.answer, ...answersOf(person), parent_relationship: 'MOTHER' }
  const { pdf, claim, replaced } = application(
    pdfContent({
      pages: everyPrintedPage(outlineOf(form, { ...domestic, answer, add_another: { colleges: 2 } }), []),
      institution: sampleInstitution,
      applicant: nameOf(person),
      term: 'Fall 2027',
      reference: 'KQ4M-7XDR',
      submittedAt: new Date('2026-11-21T18:00:00Z'),
      formVersion: form.version,
      madeAt: new Date('2026-11-23T18:00:00Z'),
    }),
  )
  expect({ person: person.language, claim, replaced }).toEqual({ person: person.language, claim: 'ua-1', replaced: 0 })
  return pdf
}
const nameOf = ({ first, last }: PersonOfTheWorld) => `${first} ${last}`

/** Without the marks of direction, which nobody sees, and with which Poppler surrounds what is from the right. */
const plain = (text: string) =>
  text
    .normalize('NFC')
    .replace(/[\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/\r\n?/g, '\n')

/** Scripts that break their lines within words. */
const BREAKS = /[\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}]/u

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Finds words in their order, each as a whole, in one line or in several. */
function patternOf(typed: string, gap = '\\s+'): RegExp {
  const words = plain(typed)
    .split(' ')
    .map((word) => (BREAKS.test(word) ? [...word].map(escaped).join('\\n?') : escaped(word)))
  return new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])${words.join(gap)}(?![\\p{L}\\p{M}\\p{N}])`, 'gu')
}

describe('65 applications of people who write in their own language', () => {
  const pdfs: (readonly [person: PersonOfTheWorld, pdf: Uint8Array])[] = []
  beforeAll(() => {
    for (const person of peopleOfTheWorld) pdfs.push([person, pdfOf(person)])
  })

  test.each(Object.entries(readers))('%s finds every word of every answer in its order', async (reader, read) => {
    const lost: string[] = []
    const faulty = new Set<string>()
    for (const [person, pdf] of pdfs) {
      const everything = plain(await read(pdf))
      const [name, { language }] = [nameOf(person), person]
      if (!patternOf(name).test(everything) && !isFault(reader, name)) lost.push(`${language}: ${name}`)
      // It is on every page, and would hide a first or last name that is lost elsewhere.
      const text = everything.replace(patternOf(name, ' '), '')
      for (const [key, typed] of Object.entries(answersOf(person)))
        if (!patternOf(typed).test(text)) {
          if (isFault(reader, typed)) faulty.add(typed)
          else lost.push(`${language}, ${key}: ${typed}`)
        }
    }
    expect(lost).toEqual([])
    // A reader that has learned it is asked for it from then on.
    expect((faults[reader] ?? []).filter(([, kind]) => ![...faulty].some((each) => kind.test(each)))).toEqual([])
  })

  test('each counts its objects rightly, or a reader repairs it and says so', () => {
    const counts = pdfs.map(([, pdf]) => {
      const end = Buffer.from(pdf).toString('latin1').split('\nxref\n').at(-1) ?? ''
      return [/^0 (\d+)\n/.exec(end)?.[1], /\/Size (\d+)/.exec(end)?.[1]]
    })
    expect(counts.filter(([objects, size]) => objects !== size || size === undefined)).toEqual([])
  })
})
