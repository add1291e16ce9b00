import type { Entry, Form, Item, Repeated } from './blocks.ts'
import { parsedDay } from './calendar.ts'
import { type AnyCondition, keysAsked } from './conditions.ts'
import { oncePer } from './once-per.ts'
import { labelOf, type Question } from './questions.ts'
import { everyItem, questionsByKey } from './walk.ts'
import { locale } from './words.ts'

/** Writes the whole form as a Markdown document that a registrar can read and sign (page, group, question, rule). */
export const describe = (form: Form): string =>
  [
    `# The form, version ${form.version}`,
    '',
    `${form.keys.length} answers on ${form.pages.length} pages. Generated from the definition; do not edit.`,
    ...form.pages.flatMap((page) => [
      '',
      `## ${page.title} (/${page.slug})`,
      ...inTables(page.items.flatMap((item) => lines(item, form, { groups: [], conditions: [] }))),
    ]),
    '',
  ].join('\n')

/** A question, or a line between two tables. */
type Line = string | Row
type Row = {
  readonly group: string
  readonly conditions: readonly string[]
  readonly cells: Readonly<Record<Exclude<Column, 'asked when'>, string>>
}
type Column = (typeof COLUMNS)[number]
const COLUMNS = ['label', 'key', 'kind', 'options', 'asked when', 'required', 'messages'] as const

/** Questions in a row are a table. */
function inTables(all: readonly Line[]): readonly string[] {
  const isRow = (line: Line | undefined) => typeof line === 'object'
  return all.flatMap((line, index) => {
    if (!isRow(line)) return [line]
    if (isRow(all[index - 1])) return []
    const end = all.findIndex((each, at) => at > index && !isRow(each))
    return table(all.slice(index, end === -1 ? undefined : end).filter(isRow))
  })
}

/**
 * What all of these questions need is said above them, a group and a condition at the first that has it, and a column
 * that would be empty not at all.
 */
function table(rows: readonly Row[]): readonly string[] {
  const first = rows[0]?.conditions ?? []
  const shared = first.filter((_, at) => rows.every(({ conditions }) => equal(first, conditions, at + 1)))
  const asked = rows.map(({ conditions }) => conditions.slice(shared.length).join('; '))
  const cells = rows.map((row, index) => {
    const isSame = (of: (at: number) => string | undefined) => of(index) !== '' && of(index) === of(index - 1)
    const group = isSame((at) => rows[at]?.group) ? '› ' : row.group
    const label = group + row.cells.label
    return { ...row.cells, label, 'asked when': isSame((at) => asked[at]) ? 'the same' : (asked[index] ?? '') }
  })
  const columns = COLUMNS.filter((column) => cells.some((each) => each[column] !== ''))
  const line = (texts: readonly string[]) =>
    `| ${texts.map((text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
  return [
    ...(shared.length === 0 ? [] : ['', `Asked when ${shared.join('; ')}:`]),
    '',
    line(columns),
    `|${'---|'.repeat(columns.length)}`,
    ...cells.map((each) => line(columns.map((column) => each[column]))),
  ]
}

const equal = (one: readonly string[], two: readonly string[], length: number) =>
  two.length >= length && one.slice(0, length).every((each, at) => each === two[at])

/** The labels of the groups around an item, and the conditions under which it is asked, in words. */
type Context = { readonly groups: readonly string[]; readonly conditions: readonly string[] }

function lines(item: Item, form: Form, context: Context): readonly Line[] {
  const inside = (items: readonly Item[], { groups = [], conditions = [] }: Partial<Context> = {}) =>
    items.flatMap((each) =>
      lines(each, form, {
        groups: [...context.groups, ...groups],
        conditions: [...context.conditions, ...conditions],
      }),
    )
  switch (item.kind) {
    case 'note': {
      const asked = context.conditions.length === 0 ? '' : ` (when ${context.conditions.join('; ')})`
      return ['', `> ${item.title ? `**${item.title}** ` : ''}${item.text}${asked}`]
    }
    case 'section':
      return ['', `### ${item.title}`, ...(item.note ? ['', item.note] : []), ...inside(item.items)]
    case 'when':
      return inside(item.items, { conditions: [conditionInWords(item.condition, form)] })
    case 'branch':
      return item.branches.flatMap((each) =>
        inside(each.items, { conditions: [conditionInWords(each.condition, form)] }),
      )
    case 'repeated':
      return ['', `#### ${item.label}`, ...entriesInWords(item, (entry) => inside([entry]))]
    case 'entry':
      return inside(item.items, {
        groups: [item.title],
        conditions: item.number === 1 ? [] : [`${item.title} is added`],
      })
    case 'tabs':
      return item.tabs.flatMap((tab) =>
        inside(tab.items, { groups: [item.label], conditions: [`tab “${tab.label}” is chosen`] }),
      )
    case 'confirmThen':
      if (item.confirm.by === 'button')
        return [...inside(item.before), ...inside(item.after, { conditions: [`“${item.confirm.label}” is pressed`] })]
      return [
        ...inside([item.confirm.question]),
        ...inside(item.before, { conditions: [`“${item.confirm.question.label}” is not checked`] }),
        ...inside(item.after, { conditions: [`“${item.confirm.question.label}” is checked`] }),
      ]
    case 'conditionalChoice': {
      const variants = Object.values(item.variants)
      const conditions = [...context.conditions, conditionInWords(item.isMatched, form)]
      const options = [...new Set(variants.map(optionsInWords))].join(' or ')
      return variants[0] ? [row(variants[0], form, { ...context, conditions }, options)] : []
    }
    case 'monthYear':
      return inOneRow(inside(item.items, { groups: [item.label] }))
    case 'tickGroup':
    case 'alternatives':
    case 'address':
    case 'school':
    case 'scores':
      return inside(item.items, { groups: [item.label] })
    default:
      return [row(item, form, context, optionsInWords(item))]
  }
}

/** Month and year, the last two rows, as one. */
function inOneRow(lines: readonly Line[]): readonly Line[] {
  const [month, year] = lines.slice(-2)
  if (typeof month !== 'object' || typeof year !== 'object') return lines
  const both = (column: keyof Row['cells'], between: string) => {
    const cells = [month.cells, year.cells].filter((each) => each[column] !== '')
    const isSaidOfBoth = cells.length === 2 && cells[0]?.[column] === cells[1]?.[column]
    return isSaidOfBoth ? month.cells[column] : cells.map((each) => `${each.key} ${each[column]}`).join(between)
  }
  const cells = {
    label: `${month.cells.label} and ${year.cells.label.toLowerCase()}`,
    key: `${month.cells.key}, ${year.cells.key}`,
    kind: both('kind', ', '),
    options: `${month.cells.options}; ${year.cells.options}`,
    required: both('required', '; '),
    messages: both('messages', ' / '),
  }
  return [...lines.slice(0, -2), { ...month, cells }]
}

/** The first entry in full; of an entry that asks the same, only when it is asked and how its keys begin. */
function entriesInWords({ entries }: Repeated, full: (entry: Entry) => readonly Line[]): readonly Line[] {
  const [first, ...others] = entries
  if (first === undefined) return []
  const same = others.filter((entry) => asksTheSame(first, entry))
  const keys = same.map((entry) => `${entry.title} \`${prefixOf(entry.keys)}\``)
  return [
    ...full(first),
    ...(same.length === 0
      ? []
      : [
          '',
          `Each added entry asks the same. Its keys begin with another prefix than \`${prefixOf(first.keys)}\`: ${keys.join(', ')}.`,
        ]),
    ...others.filter((entry) => !same.includes(entry)).flatMap(full),
  ]
}

function asksTheSame(first: Entry, other: Entry): boolean {
  const [one, two] = [prefixOf(first.keys), prefixOf(other.keys)]
  return other.keys.map((key) => key.slice(two.length)).join() === first.keys.map((key) => key.slice(one.length)).join()
}

/** What all of these keys begin with, up to a `_`. */
function prefixOf([first = '', ...others]: readonly string[]): string {
  const ends = [...first.matchAll(/_/g)].map(({ index }) => first.slice(0, index + 1))
  return ends.findLast((start) => others.every((key) => key.startsWith(start))) ?? ''
}

function row(question: Question, form: Form, { groups, conditions }: Context, options: string): Row {
  const required =
    typeof question.required === 'boolean'
      ? question.required
        ? 'yes'
        : ''
      : `when ${conditionInWords(question.required, form)}`
  const ruleMessages = question.rules.flatMap((rule) => [
    rule.message,
    rule.rule === 'age' ? rule.unsupported : undefined,
  ])
  const messages = [question.message, question.invalid, ...ruleMessages].filter(Boolean)
  return {
    group: groups.map((group) => `${group} › `).join(''),
    conditions,
    cells: {
      label: labelsOf(question),
      key: `\`${question.key}\``,
      kind: question.care === 'none' ? question.kind : `${question.kind}, ${question.care}`,
      options,
      required,
      messages: [...new Set(messages)].join(' / '),
    },
  }
}

const labelsOf = ({ label, labels = [] }: Question) =>
  labels.length === 0 ? label : `${label} (or ${labels.map((each) => `“${each.label}”`).join(', ')})`

function optionsInWords(question: Question): string {
  if (question.kind !== 'choice') return ''
  const { options, preset } = question
  const presetInWords = preset === undefined ? '' : `; preset: ${preset}`
  if ('setting' in options) return `institution.json: ${options.setting}`
  if ('direction' in options) {
    const others = `${options.count - 1} ${options.direction === 'past' ? 'before' : 'after'}`
    return `${options.start ?? 'this year'} and ${others}`
  }
  const words = options
    .filter(([value]) => value !== '')
    .map(([value, label]) => (value === label ? value : `${value} ${label}`))
  return inShort(words) + presetInWords
}

const MOST_OPTIONS_LISTED = 11 // twelve are the months

const inShort = (words: readonly string[]) =>
  words.length <= MOST_OPTIONS_LISTED ? words.join(', ') : `${words[0]} … ${words.at(-1)} (${words.length})`

/** Writes a condition for a registrar, with labels and option text instead of keys and codes. */
export function conditionInWords(condition: AnyCondition, form: Form): string {
  switch (condition.operator) {
    case 'all':
      return condition.conditions.map((each) => nested(each, form)).join(' and ')
    case 'any':
      return condition.conditions.map((each) => nested(each, form)).join(' or ')
    case 'not':
      return `not (${conditionInWords(condition.condition, form)})`
    case 'count': {
      const { counted, least, most } = condition
      const bounds = [
        ...(least === undefined ? [] : [`at least ${least}`]),
        ...(most === undefined ? [] : [`at most ${most}`]),
      ]
      return `${bounds.join(' and ')} of ${counted.map((key) => name(key, form)).join(', ')} are answered`
    }
    case 'answered':
      return `${name(condition.valueKey, form)} is answered`
    case 'notAnswered':
      return `${name(condition.valueKey, form)} is not answered`
    case 'age': {
      const { valueKey, on, least, under } = condition
      const day = new Intl.DateTimeFormat(locale(), { dateStyle: 'long', timeZone: 'UTC' })
      const when = parsedDay(on) ? day.format(new Date(`${on}T00:00:00Z`)) : on
      const age = under === undefined ? `at least ${least} years old` : `under ${under}`
      return `who gives ${name(valueKey, form)} is ${age} on ${when}`
    }
    case 'in':
    case 'notIn': {
      const words = condition.target.map((each) => valueInWords(condition.valueKey, each, form)).join(' or ')
      return `${name(condition.valueKey, form)} is ${condition.operator === 'in' ? '' : 'not '}${words}`
    }
    default:
      return `${name(condition.valueKey, form)} ${VERBS[condition.operator]} ${valueInWords(condition.valueKey, condition.target, form)}`
  }
}

const VERBS = {
  equals: 'is',
  notEquals: 'is not',
  lt: 'is less than',
  lte: 'is at most',
  gt: 'is more than',
  gte: 'is at least',
} as const

const nested = (condition: AnyCondition, form: Form) =>
  'conditions' in condition && condition.conditions.length > 1
    ? `(${conditionInWords(condition, form)})`
    : conditionInWords(condition, form)

const name = (key: string, form: Form) => `“${questionsByKey(form).get(key)?.label ?? key}”`

function valueInWords(key: string, value: string, form: Form): string {
  const question = questionsByKey(form).get(key)
  if (question?.kind === 'tick') return 'checked'
  return question?.kind === 'choice' ? labelOf(question, value) : value
}

/** The conditions by which an item shows or hides its content. */
export function visibilityOf(item: Item): readonly AnyCondition[] {
  switch (item.kind) {
    case 'when':
      return [item.condition]
    case 'branch':
      return item.branches.map((each) => each.condition)
    case 'conditionalChoice':
      return [item.isMatched, { valueKey: item.controlKey, operator: 'answered' }]
    case 'confirmThen':
      return item.confirm.by === 'tick'
        ? [{ valueKey: item.confirm.question.key, operator: 'equals', target: 'true' }]
        : []
    default:
      return []
  }
}

/** The keys whose answers show or hide anything in the form. */
export const keysThatHide = oncePer(
  (form: Form): ReadonlySet<string> => new Set(everyItem(form).flatMap(visibilityOf).flatMap(keysAsked)),
)
