import { type ConditionFor, isNotAnswered } from './conditions.ts'
import {
  type Care,
  type ChoiceQuestion,
  type CodeQuestion,
  frozen,
  isList,
  type ListSetting,
  type Options,
  type Question,
  type Role,
  type Scope,
  type TextQuestion,
  type TickQuestion,
  valuesOf,
} from './questions.ts'

/**
 * Blocks arrange questions. Every block carries the answer keys inside it, both at run time, for the page map, and as
 * the type of the form's answers. (Types that carry whole item tuples do not work: the compiler reports that they are
 * excessively deep.) `scope` exists only for the compiler, which uses it to keep entry items inside their entry.
 */
type Block<Kind extends string, Key extends string, S extends Scope> = {
  readonly kind: Kind
  readonly scope?: S
  readonly keys: readonly Key[]
}

type Container<Kind extends string, Key extends string, S extends Scope> = Block<Kind, Key, S> & {
  readonly items: readonly Item<Key, S>[]
}
type Titled = { readonly label: string; readonly help?: string }

/** A checkbox drawn as a question with two answers. "No" checks it, and "yes" opens the content behind it. */
export type Gate = { readonly question: string; readonly no: string; readonly yes: string }

export type When<Key extends string = string, S extends Scope = Scope> = Container<'when', Key, S> & {
  readonly condition: ConditionFor<S>
}

/**
 * Grouped conditions: the first branch whose condition holds keeps its answers, and the others are cleared
 * (requirements 4.conditional.3 and 4.conditional.4).
 */
export type Branch<Key extends string = string, S extends Scope = Scope> = Block<'branch', Key, S> & {
  readonly branches: readonly { readonly condition: ConditionFor<S>; readonly items: readonly Item<Key, S>[] }[]
}

export type Section<Key extends string = string, S extends Scope = Scope> = Container<'section', Key, S> & {
  readonly id: string
  readonly title: string
  readonly note?: string
  /** Printed on a sheet of its own at the end, which readers can be given or not (Q76). */
  readonly ownSheet?: true
  /** Of one that an office asks of its own: an application for another term begins with its answers. */
  readonly carried?: true
}

/**
 * Two choices drawn side by side: `{name}_month` and `{name}_year`. Checking `ongoing` says that there is no such month
 * yet, so neither is asked.
 */
export type MonthYear<Key extends string = string, S extends Scope = Scope> = Container<'monthYear', Key, S> &
  Titled & { readonly ongoing?: TickQuestion<Key, S> }

/**
 * Checkboxes that belong together. With `signature`, each is a signature under the application. Checking the `none` key clears the others, and checking any other clears `none`. With
 * a gate, the others are shown after "yes", and "no" checks `none`.
 */
export type TickGroup<Key extends string = string, S extends Scope = Scope> = Container<'tickGroup', Key, S> &
  Titled & {
    /** Of one that an office asks of its own. */
    readonly id?: string
    readonly none: string | null
    readonly gate?: Gate
    readonly signature?: true
  }

/** Questions of which one answer is enough. The label says so, so that none of them is marked optional. */
export type Alternatives<Key extends string = string, S extends Scope = Scope> = Container<'alternatives', Key, S> &
  Titled
export type Address<Key extends string = string, S extends Scope = Scope> = Container<'address', Key, S> & Titled

/**
 * A school by name, with the keys that are filled when it is chosen from the list. Its code has no control. `typeKey` is
 * a question beside the block, about the type of the school, that a choice answers too if nobody has.
 */
export type School<Key extends string = string, S extends Scope = Scope> = Container<'school', Key, S> &
  Titled & { readonly category: 'college_ceeb' | 'hs_ceeb'; readonly typeKey?: string }

/** The result of one test: its date and its scores, which are read side by side. */
export type Scores<Key extends string = string, S extends Scope = Scope> = Container<'scores', Key, S> & Titled

/** One entry of a repeated block. Its keys and wording are already those of the entry. */
export type Entry<Key extends string = string, S extends Scope = Scope> = Container<'entry', Key, S> & {
  readonly number: number
  readonly prefix: string
  readonly title: string
  /** Of one that an office added to a block of its own later: the version that asked it first. */
  readonly since?: string
}

export type Repeated<Key extends string = string, S extends Scope = Scope> = Block<'repeated', Key, S> & {
  readonly id: string
  readonly label: string
  /** How entries are printed: each under a heading, or as the rows of one table. */
  readonly print: 'headings' | 'table'
  /** The button that adds an entry, such as "Add another college"; made of the title of an entry without it. */
  readonly add?: string
  readonly entries: readonly Entry<Key, S>[]
}

type Tab<Key extends string, S extends Scope> = {
  readonly id: string
  readonly label: string
  readonly items: readonly Item<Key, S>[]
}

/** Several ways to answer. Only the questions of the chosen tab are asked; the first tab is the default. */
export type Tabs<Key extends string = string, S extends Scope = Scope> = Block<'tabs', Key, S> & {
  readonly id: string
  readonly label: string
  readonly tabs: readonly Tab<Key, S>[]
}

/**
 * Content that replaces other content when a button is pressed or a box is checked (requirements 4.conditional.5 and
 * 4.conditional.6).
 */
export type ConfirmThen<Key extends string = string, S extends Scope = Scope> = Block<'confirmThen', Key, S> & {
  readonly id: string
  readonly confirm:
    | { readonly by: 'button'; readonly label: string }
    | { readonly by: 'tick'; readonly question: TickQuestion<Key, S>; readonly gate?: Gate }
  readonly before: readonly Item<Key, S>[]
  readonly after: readonly Item<Key, S>[]
  /** When the box is checked, an export takes the `before` answers from these keys (key → source key). */
  readonly sameAs: Readonly<Record<string, string>>
}

/** A dropdown that depends on another answer and is cleared when that answer changes (requirement 4.conditional.8). */
export type ConditionalChoice<Key extends string = string, S extends Scope = Scope> = Block<
  'conditionalChoice',
  Key,
  S
> & {
  readonly category: 'displayOnly' | 'displayAndOptions'
  readonly isMatched: ConditionFor<S>
  /** The key whose value selects the list (displayAndOptions). In both categories, its change clears the answer. */
  readonly controlKey: string
  /** The question with its list, by controlling value; displayOnly has a single one under ''. */
  readonly variants: Readonly<Record<string, ChoiceQuestion<Key, S>>>
}

export type Note = {
  readonly kind: 'note'
  /** Of one that an office writes itself. */
  readonly id?: string
  readonly tone: 'plain' | 'stop'
  readonly title?: string
  readonly text: string
  readonly link?: { readonly text: string; readonly href: string }
}

export type Item<Key extends string = string, S extends Scope = Scope> =
  | Question<Key, S>
  | When<Key, S>
  | Branch<Key, S>
  | Section<Key, S>
  | MonthYear<Key, S>
  | TickGroup<Key, S>
  | Alternatives<Key, S>
  | Address<Key, S>
  | School<Key, S>
  | Scores<Key, S>
  | Entry<Key, S>
  | Repeated<Key, S>
  | Tabs<Key, S>
  | ConfirmThen<Key, S>
  | ConditionalChoice<Key, S>
  | Note

export type BlockKind = Exclude<Item['kind'], Question['kind'] | 'note'>

/** The answer keys of one item. */
export function keysOf<Key extends string>(item: Item<Key>): readonly Key[] {
  if ('key' in item) return [item.key]
  return 'keys' in item ? item.keys : []
}

/** The answer keys of a list of items, in order. */
export const keysIn = <Key extends string>(items: readonly Item<Key>[]): readonly Key[] =>
  items.flatMap((each) => keysOf(each))

/** The items directly inside an item, regardless of the answers. */
export function itemsInside<Key extends string>(item: Item<Key>): readonly Item<Key>[] {
  switch (item.kind) {
    case 'when':
    case 'section':
    case 'monthYear':
    case 'tickGroup':
    case 'alternatives':
    case 'address':
    case 'school':
    case 'scores':
    case 'entry':
      return item.items
    case 'branch':
      return item.branches.flatMap((each) => each.items)
    case 'repeated':
      return item.entries
    case 'tabs':
      return item.tabs.flatMap((each) => each.items)
    case 'confirmThen':
      return [...(item.confirm.by === 'tick' ? [item.confirm.question] : []), ...item.before, ...item.after]
    case 'conditionalChoice':
      return Object.values(item.variants)
    default:
      return []
  }
}

/** An item and everything inside it at any depth, in reading order. */
export function withInner<Key extends string>(item: Item<Key>): readonly Item<Key>[] {
  const all: Item<Key>[] = []
  const add = (each: Item<Key>): void => {
    all.push(each)
    itemsInside(each).forEach(add)
  }
  add(item)
  return all
}

/** The questions of a block that is read as one answer, including those that are asked only under a condition. */
export const partsOf = ({ items }: Address | School | MonthYear | Alternatives): readonly Question[] =>
  questionsIn(items)

const questionsIn = (items: readonly Item[]): readonly Question[] =>
  items.flatMap((item) => (item.kind === 'when' ? questionsIn(item.items) : 'key' in item ? [item] : []))

/** The keys of an address or a school by the roles of its questions. */
export const keysByRole = (block: Address | School): Readonly<Partial<Record<Role, string>>> =>
  Object.fromEntries(partsOf(block).flatMap(({ role, key }) => (role ? [[role, key]] : [])))

/** Questions that are asked only while the condition holds. */
export const when = <Key extends string, S extends Scope>(
  condition: ConditionFor<NoInfer<S>>,
  items: readonly Item<Key, S>[],
): When<Key, S> => frozen({ kind: 'when', condition, items, keys: keysIn(items) })

/** Shows the items of the first pair whose condition holds. */
export const branch = <Key extends string, S extends Scope>(
  ...branches: readonly { readonly condition: ConditionFor<NoInfer<S>>; readonly items: readonly Item<Key, S>[] }[]
): Branch<Key, S> => frozen({ kind: 'branch', branches, keys: branches.flatMap((each) => keysIn(each.items)) })

/** A titled group on a page. `id` names it in links and in the list for the registrar. */
export const section = <Key extends string, S extends Scope>(
  id: string,
  title: string,
  items: readonly Item<Key, S>[],
  extra: { readonly note?: string; readonly ownSheet?: true } = {},
): Section<Key, S> => frozen({ kind: 'section', id, title, ...extra, items, keys: keysIn(items) })

/** A question for the month and one for the year, side by side under one label. */
export const monthYear = <Key extends string, S extends Scope>(
  label: string,
  month: ChoiceQuestion<Key, S>,
  year: ChoiceQuestion<Key, S>,
  extra: { readonly help?: string; readonly ongoing?: TickQuestion<Key, S> } = {},
): MonthYear<Key, S> => {
  const { ongoing } = extra
  const items = ongoing ? [ongoing, when(isNotAnswered(ongoing), [month, year])] : [month, year]
  return frozen({ kind: 'monthYear', label, ...extra, items, keys: keysIn(items) })
}

/** Checkboxes under one label. `none` is the box that says that no other applies. */
export const tickGroup = <Key extends string, S extends Scope>(
  label: string,
  ticks: readonly TickQuestion<Key, S>[],
  {
    none = null,
    ...extra
  }: {
    readonly none?: TickQuestion<Key, S> | null
    readonly gate?: Gate
    readonly signature?: true
    readonly help?: string
  } = {},
): TickGroup<Key, S> => {
  const items = none === null ? ticks : [...ticks, none]
  return frozen({ kind: 'tickGroup', label, ...extra, none: none?.key ?? null, items, keys: keysIn(items) })
}

/** Questions under one label, of which one answer is enough. */
export const alternatives = <Key extends string, S extends Scope>(
  label: string,
  items: readonly Item<Key, S>[],
  extra: { readonly help?: string } = {},
): Alternatives<Key, S> => frozen({ kind: 'alternatives', label, ...extra, items, keys: keysIn(items) })

/** The parts of one postal address under one label. Each part has a role. */
export const address = <Key extends string, S extends Scope>(
  label: string,
  items: readonly Item<Key, S>[],
  extra: { readonly help?: string } = {},
): Address<Key, S> => frozen({ kind: 'address', label, ...extra, items, keys: keysIn(items) })

/** The name of a school, found or typed, and what is known about it. Each part has a role. */
export const school = <Key extends string, S extends Scope>(
  label: string,
  category: School['category'],
  items: readonly [name: TextQuestion<Key, S>, code: CodeQuestion<Key, S>, ...rest: readonly Item<Key, S>[]],
  { type, ...extra }: { readonly help?: string; readonly type?: ChoiceQuestion<string, S> } = {},
): School<Key, S> =>
  frozen({
    kind: 'school',
    label,
    ...extra,
    ...(type && { typeKey: type.key }),
    category,
    items,
    keys: keysIn(items),
  })

/** The date and the scores of one test under one label, printed as a table row. */
export const scores = <Key extends string, S extends Scope>(
  label: string,
  items: readonly Item<Key, S>[],
): Scores<Key, S> => frozen({ kind: 'scores', label, items, keys: keysIn(items) })

/** A group in which the applicant answers one tab; the first tab is the default. */
export const tabs = <Key extends string, S extends Scope>(
  id: string,
  label: string,
  ...each: readonly Tab<Key, S>[]
): Tabs<Key, S> => frozen({ kind: 'tabs', id, label, tabs: each, keys: each.flatMap((tab) => keysIn(tab.items)) })

/** `after` replaces `before` when the button is pressed (requirement 4.conditional.5). */
export const confirmByButton = <Key extends string, S extends Scope>(
  id: string,
  label: string,
  before: readonly Item<Key, S>[],
  after: readonly Item<Key, S>[],
): ConfirmThen<Key, S> =>
  frozen({
    kind: 'confirmThen',
    id,
    confirm: { by: 'button', label },
    before,
    after,
    sameAs: {},
    keys: [...keysIn(before), ...keysIn(after)],
  })

/** `after` replaces `before` when the box is checked (requirement 4.conditional.6). */
export const confirmByTick = <Key extends string, S extends Scope>(
  question: TickQuestion<Key, S>,
  before: readonly Item<Key, S>[],
  after: readonly Item<Key, S>[],
  { sameAs = {}, gate }: { readonly sameAs?: ConfirmThen['sameAs']; readonly gate?: Gate } = {},
): ConfirmThen<Key, S> =>
  frozen({
    kind: 'confirmThen',
    id: question.key,
    confirm: { by: 'tick', question, ...(gate ? { gate } : {}) },
    before,
    after,
    sameAs,
    keys: [question.key, ...keysIn(before), ...keysIn(after)],
  })

/** A dropdown that is shown while the condition holds. */
export const choiceWhen = <Key extends string, S extends Scope>(
  control: Question<string, S>,
  isMatched: ConditionFor<NoInfer<S>>,
  question: ChoiceQuestion<Key, S>,
): ConditionalChoice<Key, S> =>
  frozen({
    kind: 'conditionalChoice',
    category: 'displayOnly',
    isMatched,
    controlKey: control.key,
    variants: { '': question },
    keys: [question.key],
  })

/** A dropdown that is shown while the condition holds and the list for the controlling answer is not empty. */
export const choiceByValue = <Key extends string, S extends Scope>(
  control: Question<string, S>,
  isMatched: ConditionFor<NoInfer<S>>,
  question: ChoiceQuestion<Key, S>,
  lists: Readonly<Record<string, Options | ListSetting>>,
): ConditionalChoice<Key, S> =>
  frozen({
    kind: 'conditionalChoice',
    category: 'displayAndOptions',
    isMatched,
    controlKey: control.key,
    variants: Object.fromEntries(
      Object.entries(lists)
        .filter(([, options]) => !isList(options) || options.length > 0)
        .map(([value, options]) => [value, { ...question, options, values: valuesOf(options) }]),
    ),
    keys: [question.key],
  })

/** Text between questions: plain, or a STOP note that must not be missed. */
export const note = (
  text: string,
  {
    tone = 'plain',
    ...extra
  }: {
    readonly tone?: Note['tone']
    readonly title?: string
    readonly link?: { readonly text: string; readonly href: string }
  } = {},
): Note => frozen({ kind: 'note', tone, text, ...extra })

export type Page<Key extends string = string> = {
  readonly slug: string
  readonly title: string
  readonly items: readonly Item<Key, 'form'>[]
  readonly keys: readonly Key[]
}

/** The whole definition. Snapshots and exports record its `version`. */
export type Form<Key extends string = string> = {
  readonly version: string
  readonly pages: readonly Page<Key>[]
  readonly keys: readonly Key[]
  /** The ids of what is asked beside its questions and may be waved away for good; stored as a gate is (`gatesIn`). */
  readonly waivable: readonly string[]
  /** What earlier versions asked and this one does not. Its answers are still there, and need the same care. */
  readonly retired: readonly RetiredKey[]
}

/** A key that this version does not ask, and an earlier one did. */
export type RetiredKey = { readonly key: string; readonly care: Care; readonly kind: Question['kind'] }

/** The answer keys of a form. */
export type AnswerKey<F extends Form> = F['keys'][number]

/** One page; its path is its slug. */
export const page = <Key extends string>(slug: string, title: string, items: readonly Item<Key, 'form'>[]): Page<Key> =>
  frozen({ slug, title, items, keys: keysIn(items) })

/** The definition, frozen at every depth. Its keys are in the order in which they are printed and exported. */
export const form = <Key extends string>(
  version: string,
  pages: readonly Page<Key>[],
  waivable: readonly string[] = [],
  retired: readonly RetiredKey[] = [],
): Form<Key> => {
  const moved = pages.flatMap(({ items }) => items.flatMap(withInner)).filter((item) => 'key' in item)
  return frozen({ version, pages, keys: moved.reduce(inPrintedOrder, keysOnPages(pages)), waivable, retired })
}

const keysOnPages = <Key extends string>(pages: readonly Page<Key>[]): readonly Key[] =>
  pages.flatMap(({ keys }) => keys)

const inPrintedOrder = <Key extends string>(keys: readonly Key[], { key, printedAfter }: Question<Key>) =>
  printedAfter === undefined || !keys.some((each) => each === printedAfter)
    ? keys
    : keys.filter((each) => each !== key).flatMap((each) => (each === printedAfter ? [each, key] : [each]))
