import { expect, test } from 'vitest'
import { contentOf, institutionSchema, namesIn, withContent } from '../../../api/index.ts'
import { sentencesOf } from '../../../engine/index.ts'
import { admissions } from '../../../form/index.ts'
import sample from '../../../institution.json' with { type: 'json' }
import { cascadeValley } from '../../../testing/cascade-valley.ts'
import { sampleEntries, sampleLeft, sampleNames } from './sample-left.ts'

const ours = institutionSchema.parse(sample)
/** Cascade Valley, as far as its office can say so; the rest of the file is the sample's. */
const theirs = institutionSchema.parse({
  public: cascadeValley({}).public,
  private: { ...sample.private, pdf_name: 'cascade-valley' },
})
const found = (institution = theirs) => sampleLeft(contentOf(institution), institution)
const places = (institution = theirs) => found(institution).map(({ place }) => place)

test('the table is that of the sample', () => {
  const values: Readonly<Record<string, string>> = {
    '/partner_name': sample.public.partner_name,
    '/address/state': sample.public.address.state,
    '/address/city': sample.public.address.city,
  }
  for (const { place, is } of sampleNames) expect(values[place]).toBe(is)
  expect(sampleEntries).toEqual({
    time_zone: sample.public.time_zone,
    school_code: sample.private.school_code,
  })
})

test('nothing of the sample is left over in the sample', () => expect(found(ours)).toEqual([]))

test('every sentence of the form that names a place of the sample is found, and no other', () => {
  const named = admissions.pages
    .flatMap(({ items }) => items.flatMap((item) => [...sentencesOf(item)]))
    .filter((sentence) => /Montana|Gallatin|Bozeman|Bridger/.test(sentence))
  expect(new Set(named).size).toBeGreaterThan(3)
  const sentences = found().filter(({ place }) => namesIn(place)[0] === 'sentences')
  expect(new Set(sentences.map(({ place }) => namesIn(place)[1]))).toEqual(new Set(named))
  for (const { grade, says } of sentences)
    expect([grade, says]).toEqual([
      'told',
      expect.stringMatching(/^A question of the sample: “.*” says (Montana|Gallatin)/),
    ])
})

test('words of the office are judged in their place', () => {
  const [sentence = ''] = found().flatMap(({ place }) =>
    namesIn(place)[0] === 'sentences' ? [namesIn(place)[1] ?? ''] : [],
  )
  const reworded = (words: string) => withContent(theirs, { ...contentOf(theirs), sentences: { [sentence]: words } })
  expect(places(reworded('Which campus did you attend?'))).not.toContain(`/sentences/${sentence}`)
  expect(places(reworded('Did you attend in Bozeman?'))).toContain(`/sentences/${sentence}`)
})

test('what the office and only the operator can change is found with its place', () => {
  expect(places()).toEqual(expect.arrayContaining(['/mail/from', '/mail/reply_to', '/time_zone', '/school_code']))
  const forgotten = { ...theirs, help_email: ours.help_email, phone: '(406) 555-BRIDGER' }
  expect(places(forgotten)).toEqual(expect.arrayContaining(['/help_email', '/phone']))
  expect(places()).not.toEqual(expect.arrayContaining(['/help_email']))
})

test('a name that the institution has itself is its own', () => {
  const inMontana = { ...theirs, address: { ...theirs.address, state: 'Montana' } }
  expect(found(inMontana).filter(({ says }) => says.endsWith('says Montana.'))).toEqual([])
  const inBozeman = { ...inMontana, address: { ...inMontana.address, city: 'Bozeman' } }
  expect(found(inBozeman).filter(({ says }) => says.includes('Gallatin'))).toEqual([])
})

test('what an office asks no more, and keys in what it orders, are no words of the sample', () => {
  const structure = {
    stopped: { prev_attend_gallatin: 'yes', 'when:prev_attend_gallatin_from_month': 'yes' },
    order: { 'section:previous-attendance': ['when:prev_attend_gallatin_from_month'] },
    own: { own_x: { kind: 'text', in: 'section:contact', label: 'Who do you know in Bozeman?' } },
  } as const
  const left = sampleLeft({ ...contentOf(theirs), structure }, theirs).map(({ says }) => says)
  expect(left.filter((each) => each.includes('Gallatin'))).toEqual([
    'A question of the sample: “For example, in high school, at Gallatin College or in continuing education.” says Gallatin.',
  ])
  expect(left).toContain('A question of yours: “Who do you know in Bozeman?” says Bozeman.')
})
