import type { ConditionFor } from '../../../../../engine/index.ts'

type Condition = ConditionFor<'form'>

/** A condition as a sentence has it: all, any or none of its parts hold. */
export type Group = { readonly kind: 'group'; readonly how: 'all' | 'any' | 'none'; readonly parts: readonly Part[] }
export type Test = {
  readonly kind: 'test'
  readonly key: string
  readonly how: How
  /** Codes of options, or one number or day, or years and the day on which somebody is so old. */
  readonly values: readonly string[]
}
/** What an edition from a file may have, and the sentence has no words for: it is said, kept, or taken out. */
export type Kept = { readonly kind: 'kept'; readonly condition: Condition }
export type Part = Group | Test | Kept
export type How =
  | 'oneOf'
  | 'noneOf'
  | 'answered'
  | 'unanswered'
  | 'atLeast'
  | 'atMost'
  | 'more'
  | 'less'
  | 'older'
  | 'younger'

const sizes = { atLeast: 'gte', atMost: 'lte', more: 'gt', less: 'lt' } as const

/** Groups stand in each other to this depth. */
export const MOST_LEVELS = 4

/** The condition of a group; undefined as long as a part of it says nothing. */
export function conditionFrom(group: Group): Condition | undefined {
  const parts = group.parts.map(conditionOf)
  if (parts.length === 0 || parts.includes(undefined)) return undefined
  const known = parts.flatMap((each) => each ?? [])
  if (group.how === 'all') return joined('all', known.flatMap(unwrapped))
  if (group.how === 'any') return joined('any', known)
  // An answer that is missing is none of anything, and nobody is asked because of it (`definitionErrors`).
  const guards = comparedIn(group).map((valueKey): Condition => ({ operator: 'notAnswered', valueKey }))
  return { operator: 'not', condition: joined('any', [...guards, ...known]) }
}

function conditionOf(part: Part): Condition | undefined {
  if (part.kind === 'group') return conditionFrom(part)
  if (part.kind === 'kept') return part.condition
  const { key: valueKey, how, values } = part
  if (valueKey === '') return undefined
  const [target = '', on = ''] = values
  switch (how) {
    case 'answered':
      return { operator: 'answered', valueKey }
    case 'unanswered':
      return { operator: 'notAnswered', valueKey }
    case 'oneOf':
      if (values.length === 1) return { operator: 'equals', valueKey, target }
      return values.length === 0 ? undefined : { operator: 'in', valueKey, target: values }
    case 'noneOf': {
      // Without an answer it would be true, and show what is asked before the question is read.
      const guard = { operator: 'answered', valueKey } as const
      return values.length === 0
        ? undefined
        : { operator: 'all', conditions: [guard, { operator: 'notIn', valueKey, target: values }] }
    }
    case 'atLeast':
    case 'atMost':
    case 'more':
    case 'less':
      return target === '' ? undefined : { operator: sizes[how], valueKey, target }
    case 'older':
    case 'younger': {
      if (!/^\d{1,3}$/.test(target) || on === '') return undefined
      const years = Number(target)
      return { operator: 'age', valueKey, on, ...(how === 'older' ? { least: years } : { under: years }) }
    }
  }
}

const joined = (operator: 'all' | 'any', conditions: readonly Condition[]): Condition => {
  const [only, ...others] = conditions
  return only && others.length === 0 ? only : { operator, conditions }
}

const unwrapped = (condition: Condition): readonly Condition[] =>
  condition.operator === 'all' ? condition.conditions : [condition]

/** The questions whose answers are compared within a group that is negated; one that is negated in it again is not. */
function comparedIn(group: Group): readonly string[] {
  const keys = group.parts.flatMap((part): readonly string[] => {
    if (part.kind === 'group') return part.how === 'none' ? [] : comparedIn(part)
    if (part.kind === 'kept') return []
    return part.how === 'answered' || part.how === 'unanswered' || part.how === 'noneOf' ? [] : [part.key]
  })
  return [...new Set(keys)]
}

/** How deep a condition is; the schema of an edition takes `MOST_LEVELS`. */
export const levelsOf = (condition: Condition): number =>
  'conditions' in condition
    ? 1 + Math.max(0, ...condition.conditions.map(levelsOf))
    : condition.operator === 'not'
      ? 1 + levelsOf(condition.condition)
      : 0

/** A condition as a sentence that can be changed. */
export function groupFrom(condition: Condition): Group {
  const part = partFrom(condition)
  return part.kind === 'group' ? part : { kind: 'group', how: 'all', parts: [part] }
}

function partFrom(condition: Condition): Part {
  switch (condition.operator) {
    case 'all': {
      const isGuard = (each: Condition) =>
        each.operator === 'answered' &&
        condition.conditions.some(
          (other) => (other.operator === 'notIn' || other.operator === 'notEquals') && other.valueKey === each.valueKey,
        )
      const parts = condition.conditions.filter((each) => !isGuard(each)).map(partFrom)
      const [only, ...others] = parts
      return only && others.length === 0 && only.kind === 'test' ? only : { kind: 'group', how: 'all', parts }
    }
    case 'any':
      return { kind: 'group', how: 'any', parts: condition.conditions.map(partFrom) }
    case 'not': {
      const inner = condition.condition
      if (inner.operator !== 'any') return { kind: 'group', how: 'none', parts: [partFrom(inner)] }
      const rest = inner.conditions.filter((each) => each.operator !== 'notAnswered')
      const compared = comparedIn({ kind: 'group', how: 'any', parts: rest.map(partFrom) })
      const own = inner.conditions.filter(
        (each) => each.operator !== 'notAnswered' || !compared.includes(each.valueKey),
      )
      return { kind: 'group', how: 'none', parts: own.map(partFrom) }
    }
    case 'count':
      return { kind: 'kept', condition }
    case 'answered':
      return test(condition.valueKey, 'answered')
    case 'notAnswered':
      return test(condition.valueKey, 'unanswered')
    case 'equals':
      return test(condition.valueKey, 'oneOf', [condition.target])
    case 'notEquals':
      return test(condition.valueKey, 'noneOf', [condition.target])
    case 'in':
      return test(condition.valueKey, 'oneOf', condition.target)
    case 'notIn':
      return test(condition.valueKey, 'noneOf', condition.target)
    case 'age': {
      const { valueKey, on, least, under } = condition
      return test(valueKey, under === undefined ? 'older' : 'younger', [String(under ?? least), on])
    }
    case 'gte':
      return test(condition.valueKey, 'atLeast', [condition.target])
    case 'lte':
      return test(condition.valueKey, 'atMost', [condition.target])
    case 'gt':
      return test(condition.valueKey, 'more', [condition.target])
    case 'lt':
      return test(condition.valueKey, 'less', [condition.target])
  }
}

const test = (key: string, how: How, values: readonly string[] = []): Test => ({ kind: 'test', key, how, values })
export const newTest = test('', 'oneOf')
