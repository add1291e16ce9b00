import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ConditionFor, definitionErrors, holds, withStructure } from '../../../../../engine/index.ts'
import { admissions } from '../../../../../form/index.ts'
import { conditionFrom, type Group, groupFrom, levelsOf, type Part, type Test } from './condition-draft.ts'

const KEYS = ['us_citizen', 'perm_resident', 'hs_gpa'] as const
const answers = fc.record({
  ...Object.fromEntries(KEYS.map((key) => [key, fc.option(fc.constantFrom('Y', 'N'), { nil: undefined })])),
  birth_date: fc.constantFrom(undefined, '2009-08-23', '2009-08-24', '2003-01-01'),
})
const tests: fc.Arbitrary<Test> = fc.record({
  kind: fc.constant('test' as const),
  key: fc.constantFrom(...KEYS),
  how: fc.constantFrom('oneOf', 'noneOf', 'answered', 'unanswered'),
  values: fc.constantFrom(['Y'], ['N', 'Y']),
})
const ages: fc.Arbitrary<Test> = fc.record({
  kind: fc.constant('test' as const),
  key: fc.constant('birth_date'),
  how: fc.constantFrom('older', 'younger'),
  values: fc.constantFrom(['18', '2027-08-23'], ['24', '2027-08-23']),
})
const groups = (depth: number): fc.Arbitrary<Group> =>
  fc.record({
    kind: fc.constant('group' as const),
    how: fc.constantFrom('all', 'any', 'none'),
    parts: fc.array<Part>(depth === 0 ? fc.oneof(tests, ages) : fc.oneof(tests, ages, groups(depth - 1)), {
      minLength: 1,
      maxLength: 3,
    }),
  })

const one: Test = { kind: 'test', key: 'us_citizen', how: 'oneOf', values: ['Y'] }
const made = (group: Group): ConditionFor<'form'> => {
  const condition = conditionFrom(group)
  if (condition === undefined) throw new Error('The group says nothing.')
  return condition
}

describe('a condition as a sentence', () => {
  test('never shows anything because an answer is missing, as the engine demands', () => {
    fc.assert(
      fc.property(groups(2), (group) => {
        const own = { own_x: { kind: 'text', in: 'section:tests', label: 'x' } } as const
        const form = withStructure(admissions, { own, asked_if: { own_x: made(group) } })
        expect(definitionErrors(form, form.keys)).toEqual([])
      }),
      { numRuns: 60 },
    )
  })

  test('means the same when it is opened again', () => {
    fc.assert(
      fc.property(groups(2), answers, (group, answer) => {
        const condition = made(group)
        expect(holds(made(groupFrom(condition)), answer)).toBe(holds(condition, answer))
      }),
    )
  })

  test.each([
    ['one answer', { how: 'all', parts: [one] }, { us_citizen: 'Y' }, true],
    ['another answer', { how: 'all', parts: [one] }, { us_citizen: 'N' }, false],
    ['none of it', { how: 'none', parts: [one] }, { us_citizen: 'N' }, true],
    ['none of it, not answered', { how: 'none', parts: [one] }, {}, false],
    [
      'an age on a day',
      { how: 'all', parts: [{ ...one, key: 'birth_date', how: 'younger', values: ['18', '2027-08-23'] }] },
      { birth_date: '2009-08-24' },
      true,
    ],
    [
      'an age from the birthday on',
      { how: 'all', parts: [{ ...one, key: 'birth_date', how: 'older', values: ['18', '2027-08-23'] }] },
      { birth_date: '2009-08-23' },
      true,
    ],
    ['another than these, not answered', { how: 'all', parts: [{ ...one, how: 'noneOf' }] }, {}, false],
    ['another than these', { how: 'all', parts: [{ ...one, how: 'noneOf' }] }, { us_citizen: 'N' }, true],
  ] as const)('%s', (_, group, answer, expected) => {
    expect(holds(made({ kind: 'group', ...group }), answer)).toBe(expected)
  })

  test('of one answer is that it is this one, and of several that it is one of them', () => {
    expect(made({ kind: 'group', how: 'all', parts: [one] })).toEqual({
      ...{ valueKey: 'us_citizen', operator: 'equals', target: 'Y' },
    })
    expect(made({ kind: 'group', how: 'all', parts: [{ ...one, values: ['N', 'Y'] }] })).toEqual({
      ...{ valueKey: 'us_citizen', operator: 'in', target: ['N', 'Y'] },
    })
  })

  test('says nothing as long as a part of it has no question or no answer', () => {
    expect(conditionFrom({ kind: 'group', how: 'all', parts: [one, { ...one, key: '' }] })).toBeUndefined()
    expect(conditionFrom({ kind: 'group', how: 'all', parts: [{ ...one, values: [] }] })).toBeUndefined()
  })

  test('has its levels counted as the schema counts them', () => {
    expect(levelsOf(made({ kind: 'group', how: 'all', parts: [one] }))).toBe(0)
    expect(levelsOf(made({ kind: 'group', how: 'none', parts: [one] }))).toBe(2)
  })
})
