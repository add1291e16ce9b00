import { type Form, type Item, keysOf, partsOf } from './blocks.ts'
import { parsedDay } from './calendar.ts'
import type { AnyCondition } from './conditions.ts'
import { visibilityOf } from './describe.ts'
import { oncePer } from './once-per.ts'
import { isOwnKey, MOST_OWN_ENTRIES } from './own-items.ts'
import { isList, type Question, type Rule } from './questions.ts'
import { everyItem, questionsByKey } from './walk.ts'

const MOST_ENTRIES = 10 // 9.add-another.1

/**
 * The errors of a definition, one sentence each, naming the key (requirements 5.development). `dataModel` lists the
 * keys that the institution's student system accepts; what an office asks of its own is beside it.
 */
export function definitionErrors(form: Form, dataModel: readonly string[]): readonly string[] {
  const items = everyItem(form)
  return [
    ...repeatedKeys(form),
    ...foreignKeys(form, dataModel),
    ...repeatedIds(items),
    ...items.flatMap(prefixErrors),
    ...items.flatMap(roleErrors),
    ...presetErrors(items),
    ...items.flatMap(entryErrors),
    ...items.flatMap((item) => conditionErrors(item, form)),
    ...items.flatMap(maskedErrors),
    ...items.flatMap((item) => printedErrors(item, form)),
    ...items.flatMap((item) => otherKeysNamed(item).flatMap((key) => unknownKey(key, item, form))),
  ]
}

function repeatedKeys(form: Form): readonly string[] {
  const pages = new Map<string, string[]>()
  for (const page of form.pages) for (const key of page.keys) pages.set(key, [...(pages.get(key) ?? []), page.slug])
  return [...pages].flatMap(([key, slugs]) => {
    if (slugs.length === 1) return []
    const distinctSlugs = [...new Set(slugs)]
    return distinctSlugs.length > 1
      ? [`Keys used in multiple pages: ${key} (${distinctSlugs.join(', ')}).`]
      : [`The key ${key} is asked more than once on ${distinctSlugs[0]}.`]
  })
}

function foreignKeys(form: Form, dataModel: readonly string[]): readonly string[] {
  const acceptedKeys = new Set(dataModel)
  const missing = form.keys.filter((key) => !acceptedKeys.has(key) && !isOwnKey(key))
  return missing.length === 0 ? [] : [`Keys missing from the data model: ${missing.join(', ')}.`]
}

function repeatedIds(items: readonly Item[]): readonly string[] {
  const ids = items.flatMap((item) => ('id' in item ? [`${item.kind} ${item.id}`] : []))
  return ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `The id of ${id} is used twice.`)
}

function prefixErrors(item: Item): readonly string[] {
  if (item.kind !== 'entry') return []
  return item.keys
    .filter((key) => !key.startsWith(item.prefix))
    .map((key) => `The prefix ${item.prefix} is not part of the key ${key}.`)
}

const PLACE = ['address_line_1', 'city', 'state', 'zip', 'country'] as const
const SCHOOL = ['name', 'ceeb', 'list_id'] as const

/** Roles that an address or a school needs, because a search fills them, and roles that it names twice. */
function roleErrors(item: Item): readonly string[] {
  if (item.kind !== 'address' && item.kind !== 'school') return []
  const needed = item.kind === 'school' ? [...SCHOOL, ...PLACE] : PLACE
  const roles = partsOf(item).flatMap(({ role }) => role ?? [])
  const block = `The ${item.kind} of ${keysOf(item)[0]}`
  return [
    ...needed.filter((role) => !roles.includes(role)).map((role) => `${block} has no question in the role ${role}.`),
    ...roles
      .filter((role, index) => roles.indexOf(role) !== index)
      .map((role) => `${block} has two questions in the role ${role}.`),
  ]
}

/** A preset is stored with the first answer of its block, so it must be an option and stand in a block. */
function presetErrors(items: readonly Item[]): readonly string[] {
  const inBlocks = new Set(
    items.flatMap((item) => (item.kind === 'address' || item.kind === 'school' ? partsOf(item) : [])),
  )
  return items.flatMap((item) => {
    if (item.kind !== 'choice' || item.preset === undefined) return []
    return [
      ...(item.values.includes(item.preset) ? [] : [`The preset ${item.preset} is not an option of ${item.key}.`]),
      ...(inBlocks.has(item) ? [] : [`${item.key} has a preset but is not part of an address or a school.`]),
    ]
  })
}

/** The screen could not judge a rule by a masked number (Q68). */
const maskedErrors = (item: Item): readonly string[] =>
  item.kind === 'ssn' && item.rules.length > 0
    ? [`${item.key} has rules, but the screen knows only its last digits.`]
    : []

/** What is printed elsewhere than it is asked follows a question of a page's own section, which is always printed. */
function printedErrors(item: Item, form: Form): readonly string[] {
  if (!('key' in item) || item.printedAfter === undefined) return []
  const before = item.printedAfter
  if (form.retired.some(({ key }) => key === before)) return []
  const own = form.pages
    .flatMap(({ items }) => items)
    .flatMap((each) => (each.kind === 'section' ? each.items : [each]))
  if (own.some((each) => 'key' in each && each.key === before)) return []
  return [`${item.key} is printed after ${before}, which is not always printed.`]
}

function entryErrors(item: Item): readonly string[] {
  if (item.kind !== 'repeated') return []
  const most = item.id.includes('own_') ? MOST_OWN_ENTRIES : MOST_ENTRIES
  return item.entries.length > most ? [`maxNumberOfComponents of ${item.id} is above ${most}.`] : []
}

function conditionErrors(item: Item, form: Form): readonly string[] {
  const visibility = visibilityOf(item)
  return [
    ...visibility.flatMap((each) => missingGuards(each)),
    ...[...visibility, ...requirementsOf(item)].flatMap((each) => unknownReferences(each, form)),
  ]
}

/** What is required or said of an item only under a condition. */
export function requirementsOf(item: Item): readonly AnyCondition[] {
  if (!('key' in item)) return []
  const inLabels = (item.labels ?? []).map((each) => each.when)
  const inRules = item.rules.flatMap((rule) => [
    ...(rule.when ? [rule.when] : []),
    ...(rule.rule === 'holds' ? [rule.condition] : []),
  ])
  return [...(typeof item.required === 'boolean' ? [] : [item.required]), ...inRules, ...inLabels]
}

/**
 * Reports a notEquals, notIn or negated comparison without a guard, which would show its content before the question is
 * answered. Such a comparison must be combined with answered.
 */
function missingGuards(
  condition: AnyCondition,
  negated = false,
  guarded: ReadonlySet<string> = new Set(),
): readonly string[] {
  switch (condition.operator) {
    case 'not':
      return missingGuards(condition.condition, !negated, guarded)
    case 'all':
    case 'any': {
      // One part guards the others only where all parts must hold.
      const guards = (condition.operator === 'all') === negated ? [] : condition.conditions.flatMap(guardedBy(negated))
      const guardedHere = new Set([...guarded, ...guards])
      return condition.conditions.flatMap((each) => missingGuards(each, negated, guardedHere))
    }
    case 'count':
    case 'answered':
    case 'notAnswered':
      return []
    default: {
      const isNegative = condition.operator === 'notEquals' || condition.operator === 'notIn'
      return isNegative === negated || guarded.has(condition.valueKey)
        ? []
        : [`A condition on ${condition.valueKey} is true when the question is not answered; combine it with answered.`]
    }
  }
}

const guardedBy = (negated: boolean) => (condition: AnyCondition) =>
  condition.operator === (negated ? 'notAnswered' : 'answered') ? [condition.valueKey] : []

/** The keys that an item refers to outside its conditions. */
export function otherKeysNamed(item: Item): readonly string[] {
  if (item.kind === 'confirmThen') return Object.entries(item.sameAs).flat()
  if (item.kind === 'school') return item.typeKey === undefined ? [] : [item.typeKey]
  if (!('key' in item)) return []
  return [
    ...item.rules.flatMap((rule) => namedBy(rule)),
    ...(item.mirrors ?? []),
    ...(item.fromText ? [item.fromText] : []),
  ]
}

function namedBy(rule: Rule): readonly string[] {
  if (rule.rule === 'sameAs') return [rule.valueKey]
  return rule.rule === 'noGap' ? rule.others.flatMap(({ from, to }) => [from, to]) : []
}

const unknownKey = (key: string, item: Item, form: Form): readonly string[] =>
  questionsByKey(form).has(key)
    ? []
    : [`The ${item.kind} of ${keysOf(item)[0]} names ${key}, which the form does not ask.`]

function unknownReferences(condition: AnyCondition, form: Form): readonly string[] {
  if ('conditions' in condition) return condition.conditions.flatMap((each) => unknownReferences(each, form))
  if (condition.operator === 'not') return unknownReferences(condition.condition, form)
  if (condition.operator === 'count')
    return condition.counted
      .filter((key) => !questionsByKey(form).has(key))
      .map((key) => `A condition counts ${key}, which the form does not ask.`)
  if (condition.scope === 'entry') return [`A condition on ${condition.valueKey} is used outside its block.`]
  const question = questionsByKey(form).get(condition.valueKey)
  if (!question) return [`A condition names ${condition.valueKey}, which the form does not ask.`]
  if (condition.operator === 'age') return ageErrors(question, condition.on)
  if (question.kind === 'ssn' && 'target' in condition)
    return [`A condition compares ${condition.valueKey}, of which the screen knows only the last digits.`]
  if (!('target' in condition) || question.kind !== 'choice' || !isList(question.options)) return []
  const offered = offeredIn(form).get(question.key)
  return [condition.target]
    .flat()
    .filter((target) => !offered?.has(target))
    .map((target) => `A condition on ${condition.valueKey} names ${target}, which is not one of its options.`)
}

function ageErrors({ key, kind }: Question, on: string): readonly string[] {
  if (kind !== 'date') return [`A condition asks for the age by ${key}, which is no date.`]
  return parsedDay(on) ? [] : [`A condition asks for the age on ${on}, which is no day of the calendar.`]
}

/** What each choice offers, in all of its lists. */
const offeredIn = oncePer((form: Form): ReadonlyMap<string, ReadonlySet<string>> => {
  const offered = new Map<string, Set<string>>()
  for (const item of everyItem(form))
    if (item.kind === 'choice') offered.set(item.key, new Set([...(offered.get(item.key) ?? []), ...item.values]))
  return offered
})

/** The error keys that no page asks (a configuration warning, requirement 5.development.8). */
export const unmappedKeys = (form: Form, errorKeys: readonly string[]): readonly string[] =>
  errorKeys.filter((key) => !form.keys.includes(key) && form.retired.every((each) => each.key !== key))
