import { describe, expect, test } from 'vitest'
import { type Changes, editionContent, ofValues } from '../../../../../api/index.ts'
import { type OwnItem, structureFaults } from '../../../../../engine/index.ts'
import { admissions, needs } from '../../../../../form/index.ts'
import { fromBank } from './from-bank.ts'
import { questionBank } from './question-bank.ts'
import { at, isOwnId, optionsFrom, ownChanges, ownIdOf, structureOf, withoutOwn } from './structure-draft.ts'

/** The same as the server reads it of the draft. */
const readByServer = (changes: Changes) =>
  editionContent.pick({ structure: true }).parse(ofValues(changes)).structure ?? {}

const list: OwnItem = {
  ...{ kind: 'radio', in: 'section:contact', label: 'Which?', help: 'One.', required: 'yes', care: 'sensitive' },
  ...{ options: { a: 'A', b: 'B', 'c/d~': 'C' }, order: ['b', 'a'], retired: { a: 'A' } },
}

describe('what an office asks otherwise, by places', () => {
  const items: readonly OwnItem[] = [
    { ...list, options: { a: 'A', b: 'B' } },
    { kind: 'number', in: 'page:about', label: 'How many?', min: 0, max: 9.5, decimals: 'yes' },
    { kind: 'repeated', in: 'page:about', label: 'Jobs', most: 20, entry: 'Job', add: 'Add a job', print: 'table' },
    { kind: 'section', in: 'page:about', label: 'More', help: 'A note', carried: 'yes', own_sheet: 'yes' },
  ]
  test.each(items)('is to the page what it is to the server: $kind', (item) => {
    const changes = ownChanges('own_x', item)
    expect(readByServer(changes).own?.own_x).toEqual(item)
    expect(structureOf(changes).own?.own_x).toEqual(item)
  })

  test('has its names whatever signs they contain', () => {
    const name = 'note:either/or ~ both'
    const changes = { [at('stopped', name)]: 'yes', [at('order', 'page:about')]: [name] }
    expect(structureOf(changes)).toMatchObject(readByServer(changes))
    expect(Object.keys(structureOf(changes).stopped ?? {})).toEqual([name])
  })

  test('has nothing of what was deleted, and no field that was taken back', () => {
    const draft = {
      ...ownChanges('own_x', items[0] ?? list),
      [at('asked_if', 'own_x')]: 'x',
      [at('own', 'own_xy', 'in')]: 'y',
    }
    const left = { ...draft, ...withoutOwn('own_x', 'own_x', draft) }
    expect(Object.entries(left).filter(([, value]) => value !== null)).toEqual([[at('own', 'own_xy', 'in'), 'y']])
    const { help: _, ...without } = list
    expect(ownChanges('own_x', without, list)[at('own', 'own_x', 'help')]).toBeNull()
  })

  test.each([
    ['Have you worked for us before?', [], 'own_have_you_worked_for_us_before'],
    ['Où?', ['own_ou'], 'own_ou_2'],
    ['姓', [], 'own_text'],
    [`${'x'.repeat(60)}`, [`own_${'x'.repeat(40)}`], `own_${'x'.repeat(38)}_2`],
  ])('makes a key of “%s”', (label, taken, expected) => {
    expect(ownIdOf(label, 'text', (each) => taken.some((id) => id === each))).toBe(expected)
  })

  test('makes a code of each answer, and never one that is taken', () => {
    expect(optionsFrom('Yes\n\n No \nYes', { no: 'No' })).toEqual([
      ['yes', 'Yes'],
      ['no_2', 'No'],
      ['yes_2', 'Yes'],
    ])
  })

  test('takes a code that is typed before an answer', () => {
    expect(optionsFrom('FT = Full-time\nPT =Part-time\nx = y = z\nFT = Again')).toEqual([
      ['FT', 'Full-time'],
      ['pt_part_time', 'PT =Part-time'],
      ['x', 'y = z'],
      ['FT_2', 'Again'],
    ])
  })

  test.each([
    ['own_a', true],
    ['own_', false],
    ['a', false],
    ['own_A', false],
    [`own_${'x'.repeat(41)}`, false],
  ])('says whether %s can be a key, as the server does', (id, expected) => {
    expect(isOwnId(id)).toBe(expected)
    const read = editionContent.pick({ structure: true }).safeParse({
      structure: { own: { [id]: { kind: 'text', in: 'page:about', label: 'x' } } },
    })
    expect(read.success).toBe(expected)
  })
})

describe('ready-made questions', () => {
  test('are forty at least, each found by a title of its own', () => {
    const titles = questionBank.map(({ titled }) => titled)
    expect(new Set(titles).size).toBe(titles.length)
    expect(titles.length).toBeGreaterThanOrEqual(40)
  })

  test.each(questionBank.map((ready) => [ready.titled, ready] as const))('“%s” can be asked', (_, ready) => {
    for (const container of ['section:contact', 'repeated:colleges']) {
      const { changes } = fromBank(ready, container, {}, [])
      expect(structureFaults(admissions, readByServer(changes), needs), container).toEqual([])
      expect(structureOf(changes)).toMatchObject(readByServer(changes))
    }
  })

  test('that go by another answer do so wherever they stand, and twice', () => {
    const ready = questionBank.find(({ titled }) => titled === 'How you heard of us') ?? {
      items: [],
      titled: '',
      topic: '',
    }
    const once = fromBank(ready, 'section:contact', {}, [])
    const twice = fromBank(ready, 'section:contact', structureOf(once.changes), [])
    const { asked_if: askedIf } = structureOf({ ...once.changes, ...twice.changes })
    expect(Object.entries(askedIf ?? {})).toEqual([
      ['own_in_which_way', { operator: 'in', valueKey: 'own_how_did_you_hear_of_us', target: ['other'] }],
      ['own_in_which_way_2', { operator: 'in', valueKey: 'own_how_did_you_hear_of_us_2', target: ['other'] }],
    ])
  })
})
