import { describe, expect, test } from 'vitest'
import { confirmByTick, form, type Item, note, page, section, tabs, tickGroup, when } from './blocks.ts'
import { is } from './conditions.ts'
import { choice, entry, text, tick } from './questions.ts'
import { numbered, repeated } from './repeated.ts'
import { applicationWith } from './testing/application-with.ts'
import { formOf } from './testing/form-of.ts'
import { textDifferences, textsShown } from './texts-shown.ts'

const citizen = choice(
  'citizen',
  'Citizen',
  [
    ['Y', 'Yes'],
    ['N', 'No'],
  ] as const,
  { as: 'radio' },
)
const colleges = (help: string) =>
  repeated('colleges', 'Colleges', numbered('college', 2), 'College {entry}', [entry.text('name', 'College', { help })])

const asked = formOf(
  section(
    'first',
    'You',
    [
      text('name', 'Name', { help: 'As on your passport.', notice: { title: 'Why', text: 'To know you.' } }),
      note('Read this.', { title: 'Stop', link: { text: 'How', href: '/how' } }),
      citizen,
      when(is(citizen, 'N'), [note('Send your visa.'), text('country', 'Country')]),
      tickGroup('Crimes', [tick('arson', 'Arson')], {
        none: tick('none', 'None of these'),
        gate: { question: 'Any crimes?', no: 'None', yes: 'Some' },
        help: 'All that apply.',
      }),
      tabs(
        'ways',
        'How to answer',
        { id: 'a', label: 'Here', items: [note('Answer here.')] },
        { id: 'b', label: 'There', items: [note('Answer there.')] },
      ),
      confirmByTick(tick('same', 'Same as above'), [note('Tell us.')], [note('Nothing more.')]),
    ],
    { note: 'About you.' },
  ),
)
const words = [
  ...['Page', 'You', 'About you.', 'Name', 'As on your passport.', 'Why', 'To know you.', 'Stop', 'Read this.', 'How'],
  ...['Citizen', 'Crimes', 'All that apply.', 'Any crimes?', 'None', 'Some', 'Arson', 'None of these'],
  ...['How to answer', 'Here', 'There', 'Answer here.', 'Same as above', 'Tell us.'],
]
const hidden = ['Send your visa.', 'Country', 'Answer there.', 'Nothing more.', 'No']

/** The form as an office has it that says one sentence otherwise. */
const reworded = (sentence: string): typeof asked =>
  JSON.parse(JSON.stringify(asked).replaceAll(`"${sentence}"`, JSON.stringify(`${sentence} Indeed`)))

describe('what an applicant reads otherwise', () => {
  const application = applicationWith({ name: 'Ann', citizen: 'Y' })
  const between = (other: typeof asked, given = application) =>
    textDifferences(textsShown(asked, given), textsShown(other, given))

  test.each(words)('“%s” is read', (sentence) => {
    const found = between(reworded(sentence))
    expect(found).toHaveLength(1)
    expect(found[0]?.is).toContain(`${sentence} Indeed`)
  })
  test.each(hidden)('“%s” is not shown to this applicant', (sentence) => {
    expect(between(reworded(sentence))).toEqual([])
  })
  test('what another answer shows is read then', () => {
    const given = applicationWith({ citizen: 'N', same: 'true' }, { tabs: { ways: 'b' } })
    for (const sentence of hidden) expect(between(reworded(sentence), given), sentence).toHaveLength(1)
  })

  test('each text names its question, or the section or page in which it stands', () => {
    const keyOf = (sentence: string) => between(reworded(sentence))[0]?.key
    const sentences = ['As on your passport.', 'Yes', 'Read this.', 'All that apply.', 'You', 'Page']
    expect(sentences.map(keyOf)).toEqual(['name', 'citizen', 'first', 'first', 'first', 'page'])
  })

  test('what comes or goes makes nothing else another text', () => {
    const pageWith = (...items: readonly Item<string, 'form'>[]) => form('1', [page('about', 'About', items)])
    const one = section('one', 'One', [note('First note.'), text('a', 'A')], { note: 'Why.' })
    const two = section('two', 'Two', [note('Second note.'), text('b', 'B')])
    const read = (...items: readonly Item<string, 'form'>[]) => textsShown(pageWith(...items), applicationWith({}))
    expect(textDifferences(read(two), read(one, two))).toEqual(
      ['One', 'Why.', 'First note.', 'A: Not answered'].map((is, index) => ({
        key: index === 3 ? 'a' : 'one',
        was: '',
        is,
      })),
    )
    expect(textDifferences(read(one, two), read(two)).map(({ was, is }) => [was, is])).toEqual([
      ['One', ''],
      ['Why.', ''],
      ['First note.', ''],
      ['A: Not answered', ''],
    ])
  })

  test('what stands in every entry is told once', () => {
    const [before, after] = ['Its name.', 'Its full name.'].map((help) =>
      textsShown(formOf(colleges(help)), applicationWith({ college_2_name: 'MSU' })),
    )
    expect(textDifferences(before ?? [], after ?? [])).toEqual([
      { key: 'college_name', was: 'Its name.', is: 'Its full name.' },
    ])
  })
})
