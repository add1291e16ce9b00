import fc from 'fast-check'
import * as engine from '../index.ts'

/** The answers and targets to draw from: valid and invalid values of every kind, and strings that no list contains. */
export const values = [
  '',
  ' ',
  'Y',
  'N',
  '2',
  '3',
  'true',
  'ANSWERED',
  '12',
  '-1.5',
  '007',
  '1e3',
  'constructor',
  '__proto__',
  '2001-02-03',
  '2001-03-01',
  '2020-02-29',
  '2021-02-29',
  '(406) 555-0123',
  'ann@mail.example',
  '123-45-6789',
  'é'.repeat(46),
] as const

/** Makes a condition on questions that were asked earlier. */
export type ConditionBuilder = (earlier: readonly engine.Question[]) => engine.AnyCondition

const comparisons: fc.Arbitrary<ConditionBuilder> = fc
  .tuple(
    fc.constantFrom<(question: engine.Question, target: string) => engine.AnyCondition>(
      ...[engine.is, engine.isOneOf, engine.isAnswered, engine.isNot, engine.isNoneOf, engine.isNotAnswered],
      ...[engine.isLessThan, engine.isAtMost, engine.isMoreThan, engine.isAtLeast],
    ),
    fc.nat(),
    fc.constantFrom(...values),
  )
  .map(
    ([compare, pick, target]) =>
      (earlier) =>
        compare(pickFrom(earlier, pick), target),
  )

/** Counts questions of the form; what is written once for a block cannot be counted. */
const counts: fc.Arbitrary<ConditionBuilder> = fc
  .tuple(fc.array(fc.nat(), { minLength: 1, maxLength: 4 }), fc.option(fc.nat(3)), fc.option(fc.nat(3)))
  .map(([picks, least, most]) => (earlier) => {
    const known = earlier.filter(({ scope }) => scope === 'form')
    if (known.length === 0) return engine.isAnswered(pickFrom(earlier, picks[0] ?? 0))
    const counted = [...new Set(picks.map((pick) => pickFrom(known, pick).key))]
    return { operator: 'count', counted, ...(least === null ? {} : { least }), ...(most === null ? {} : { most }) }
  })

/** Conditions with any operator and of any depth. */
export const conditions = fc.letrec<{ condition: ConditionBuilder }>((self) => ({
  condition: fc.oneof(
    { depthSize: 'small' },
    comparisons,
    counts,
    fc
      .tuple(fc.constantFrom(engine.all<'entry'>, engine.any<'entry'>), fc.array(self('condition'), { maxLength: 3 }))
      .map<ConditionBuilder>(
        ([join, parts]) =>
          (earlier) =>
            join(...parts.map((part) => part(earlier))),
      ),
    self('condition').map<ConditionBuilder>((part) => (earlier) => engine.not<'entry'>(part(earlier))),
  ),
})).condition

/** Picks one of a list by any number. The list must not be empty. */
export function pickFrom<T>(list: readonly T[], pick: number): T {
  const item = list[pick % list.length]
  if (item === undefined) throw new Error('Nothing to pick from.')
  return item
}
