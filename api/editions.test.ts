import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import example from '../institution.json' with { type: 'json' }
import { namesIn, placeOf } from './edition-places.ts'
import {
  type Changes,
  canonicalContent,
  changesBetween,
  contentOf,
  type EditionContent,
  editionContent,
  valuesIn,
  withChanges,
  withContent,
} from './editions.ts'
import { institutionSchema } from './institution.ts'

const more_links = ['housing', 'fees', 'visit'].map((id) => ({ id, title: id, address: `https://x.example/${id}` }))
const institution = institutionSchema.parse({ ...example, public: { ...example.public, more_links } })
const content = contentOf(institution)
const changed = (changes: Changes, from: EditionContent = content) => editionContent.parse(withChanges(from, changes))

const text = fc.string({ minLength: 1, maxLength: 20 })
const code = fc.stringMatching(/^[A-Z/~]{1,4}$/)
/** Any change after which a content is still one: texts, options, their order, words, the announcement. */
const change = fc.oneof(
  fc.tuple(fc.constantFrom('/office', '/partner_name', '/deadline', '/address/city'), text),
  fc.tuple(
    fc.constantFrom('/majors', '/entry_terms').chain((list) => code.map((each) => list + placeOf(each))),
    fc.option(text),
  ),
  fc.tuple(fc.constant('/majors'), fc.shuffledSubarray(content.majors.map(([each]) => each))),
  fc.tuple(fc.constantFrom('/more_links/housing/title', '/more_links/fees/title'), text),
  fc.tuple(fc.constant('/more_links'), fc.shuffledSubarray(more_links.map(({ id }) => id))),
  fc.tuple(
    text.map((each) => placeOf('sentences', each)),
    fc.option(text),
  ),
  fc.tuple(
    fc
      .tuple(fc.constantFrom('degrees', 'a/list'), fc.constantFrom('labels', 'retired'), code)
      .map((names) => placeOf('lists', ...names)),
    fc.option(text),
  ),
  fc.tuple(
    fc.constantFrom('degrees', 'a/list').map((name) => placeOf('lists', name, 'order')),
    fc.option(fc.uniqueArray(code, { minLength: 1 })),
  ),
  fc.tuple(fc.constantFrom('/wording/hs_gpa/label', '/wording/hs_gpa/help', '/decision_time'), fc.option(text)),
  fc.tuple(
    fc.constant('/alert'),
    fc.option(
      fc.record({ text, start: fc.constant('2027-01-01T08:00:00Z'), end: fc.constant('2027-01-02T08:00:00Z') }),
    ),
  ),
)
const changes = fc.array(change, { maxLength: 12 }).map((each): Changes => Object.fromEntries(each))
const contents = changes.map((each) => changed(each))

describe('changes of a content', () => {
  test('what differs turns one content into the other', () => {
    fc.assert(
      fc.property(contents, contents, (from, to) => {
        expect(canonicalContent(changed(changesBetween(from, to), from))).toBe(canonicalContent(to))
      }),
    )
  })

  test('the same change twice is the same change', () => {
    fc.assert(
      fc.property(contents, changes, (from, each) => {
        expect(changed(each, changed(each, from))).toEqual(changed(each, from))
      }),
    )
  })

  test('changes of two people to different things may come in either order', () => {
    fc.assert(
      fc.property(changes, changes, (mine, all) => {
        const theirs = Object.fromEntries(Object.entries(all).filter(([place]) => !(place in mine)))
        expect(valuesIn(changed({ ...mine, ...theirs }))).toEqual(valuesIn(changed({ ...theirs, ...mine })))
      }),
    )
  })

  test('a place names what it is made of, whatever is in it', () => {
    fc.assert(fc.property(fc.array(fc.string()), (names) => void expect(namesIn(placeOf(...names))).toEqual(names)))
  })
})

test('the settings of an institution are its file with what was published', () => {
  expect(withContent(institution, content)).toEqual(institution)
  const published = changed({ '/partner_name': 'Cascade Valley University', '/decision_time': null })
  const { decision_time, ...rest } = institution
  expect(withContent(institution, published)).toEqual({ ...rest, partner_name: 'Cascade Valley University' })
})

test.each<[string, Changes, readonly string[]]>([
  ['a new one comes by the alphabet', { '/majors/DATA': 'Data Science' }, ['CSCI', 'DATA', 'ECON']],
  ['one that is taken away is gone', { '/majors/CSCI': null }, ['CIVE', 'ECON']],
  ['another label keeps its place', { '/majors/CSCI': 'Zoology of Computers' }, ['CIVE', 'CSCI', 'ECON']],
])('options of a list: %s', (_, each, around) => {
  const codes = changed(each).majors.map(([known]) => known)
  const at = codes.indexOf(around[0] ?? '')
  expect(codes.slice(at, at + around.length)).toEqual(around)
})

test('a list without an alphabet takes a new option at its end', () => {
  expect(changed({ '/entry_terms/202850': 'Summer 2028' }).entry_terms.at(-1)).toEqual(['202850', 'Summer 2028'])
})

test('names that objects have anyway are names like others', () => {
  const place = placeOf('sentences', '__proto__')
  expect(Object.keys(Object(withChanges(content, { [place]: 'x' })).sentences)).toContain('__proto__')
})

describe('links of an institution’s own', () => {
  const idsAfter = (each: Changes) => changed(each).more_links?.map(({ id, title }) => `${id}: ${title}`)
  const address = 'https://x.example/dining'
  test.each<[string, Changes, readonly string[] | undefined]>([
    [
      'keep their place when a title changes',
      { '/more_links/fees/title': 'Costs' },
      ['housing: housing', 'fees: Costs', 'visit: visit'],
    ],
    [
      'have the order that is given',
      { '/more_links': ['visit', 'housing', 'fees'] },
      ['visit: visit', 'housing: housing', 'fees: fees'],
    ],
    [
      'get one more, at the end',
      { '/more_links/dining/title': 'Dining', '/more_links/dining/address': address },
      ['housing: housing', 'fees: fees', 'visit: visit', 'dining: Dining'],
    ],
    [
      'lose one',
      { '/more_links/fees/title': null, '/more_links/fees/address': null },
      ['housing: housing', 'visit: visit'],
    ],
  ])('%s', (_, each, after) => expect(idsAfter(each)).toEqual(after))

  test.each([
    ['http://x.example', /more_links.*https/s],
    ['javascript:alert(1)', /more_links.*https/s],
    ['the page of housing', /more_links.*https/s],
  ])('lead only to an address like https://x.example, not %s', (given, says) => {
    const read = editionContent.safeParse(withChanges(content, { '/more_links/fees/address': given }))
    expect(JSON.stringify(read.error?.issues)).toMatch(says)
  })
})
