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

/** Conditions with any operator and of any depth. */
export const conditions = fc.letrec<{ condition: ConditionBuilder }>((self) => ({
  condition: fc.oneof(
    { depthSize: 'small' },
    comparisons,
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
