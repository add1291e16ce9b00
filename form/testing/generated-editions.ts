import fc from 'fast-check'
import {
  type AnyCondition,
  type Application,
  type ConditionFor,
  everyItem,
  type Form,
  type Item,
  isOwnKey,
  itemsInside,
  keysAsked,
  namedItems,
  nameOfOwn,
  nameOfPage,
  type OwnItem,
  optionsOf,
  ownKinds,
  type Question,
  questionsByKey,
  type Structure,
  structureFaults,
  withStructure,
} from '../../engine/index.ts'
import { needs } from '../needs.ts'
import { form as base, today } from './bridger.ts'

/** What an office does to its form, one thing at a time. Numbers pick from what there is by then. */
type Wish = (structure: Structure) => Structure

const pick = <T>(list: readonly T[], number: number): T | undefined => list[number % list.length]

const named = namedItems(base)
const placesOf = (kind: Item['kind']) => [...named].flatMap(([name, item]) => (item.kind === kind ? [name] : []))
const blocks = placesOf('repeated')
/** What something of the office's own can stand in: pages, sections, and repeated blocks more often than they are many. */
const places = [
  ...base.pages.map(({ slug }) => nameOfPage(slug)),
  ...placesOf('section'),
  ...[...blocks, ...blocks, ...blocks, ...blocks],
]
const ownPlaces = ({ own = {} }: Structure) =>
  Object.entries(own).flatMap(([id, each]) =>
    each.kind === 'section' || each.kind === 'repeated' ? [nameOfOwn(id, each)] : [],
  )

const OPTIONS = { Y: 'Yes', N: 'No', 2: 'Two' }

const ownQuestions: fc.Arbitrary<Wish> = fc
  .record({
    number: fc.nat(30),
    kind: fc.constantFrom(...ownKinds),
    place: fc.nat(),
    isInOwn: fc.boolean(),
    required: fc.boolean(),
    extras: fc.constantFrom<Partial<OwnItem>>(
      {},
      { care: 'sensitive', help: 'Help.', message: 'Please answer.' },
      { like: ['A12'], min: 2, max: 9, words: 3, least: 2 },
      { differs: 'last_name', most: 2, decimals: 'yes', limit: 20 },
    ),
  })
  .map(({ number, kind, place, isInOwn, required, extras }) => (structure) => {
    const containers = isInOwn ? [...ownPlaces(structure), ...places] : places
    const isBlock = kind === 'repeated' || kind === 'section'
    const item: OwnItem = {
      ...{ kind, in: pick(containers, place) ?? '', label: `Own ${number}` },
      ...(required && !isBlock && kind !== 'note' && kind !== 'checkboxes' ? { required: 'yes' as const } : {}),
      ...(isBlock ? { most: 3 } : extras),
      ...(kind === 'radio' || kind === 'select' || kind === 'searchable' || kind === 'checkboxes'
        ? { options: OPTIONS }
        : {}),
    }
    return { ...structure, own: { ...structure.own, [`own_q${number}`]: item } }
  })

const baseNames = [...named.keys()]

/** Half of what is done is done to what is the office's own. */
function nameOfAny({ own = {} }: Structure, number: number): string {
  const names = Object.entries(own).map(([id, each]) => nameOfOwn(id, each))
  return pick(number % 2 === 0 && names.length > 0 ? names : baseNames, number >> 1) ?? ''
}

/** The names of what stands in a page, a section or a block before it is put into another order. */
function heldIn({ own = {} }: Structure, container: string): readonly string[] {
  const item = named.get(container)
  const page = base.pages.find(({ slug }) => nameOfPage(slug) === container)
  const inside = page?.items ?? (item?.kind === 'repeated' ? item.entries[0]?.items : item && itemsInside(item))
  const names = new Map([...named].map(([name, each]) => [each, name]))
  return [
    ...(inside ?? []).flatMap((each) => names.get(each) ?? []),
    ...Object.entries(own).flatMap(([id, each]) => (each.in === container ? [nameOfOwn(id, each)] : [])),
  ]
}

/** The keys that a condition may name: of choices and checkboxes mostly, and of the office's own without their entry. */
const controls = [...questionsByKey(base).values()].filter(
  ({ key, kind }) => (kind === 'choice' || kind === 'tick' || kind === 'date') && !/_\d_/.test(key),
)
/** What is asked first, so that most conditions are on earlier answers. */
const early = controls.slice(0, 12)
const decisive = [...early, ...early, ...controls].map((each) => ({ key: each.key, values: valuesOf(each) }))

function comparisonWith(structure: Structure, target: number, key: number, operator: number): ConditionFor<'form'> {
  const own = Object.entries(structure.own ?? {}).flatMap(([id, { kind }]) =>
    kind === 'note' || kind === 'section' || kind === 'repeated'
      ? []
      : kind === 'checkboxes'
        ? Object.keys(OPTIONS).map((code) => ({ key: `${id}_${code}`, values: ['true'] }))
        : [{ key: id, values: kind === 'tick' ? ['true'] : ['Y', 'N', '2'] }],
  )
  const asked = pick(key % 2 === 0 && own.length > 0 ? own : decisive, key >> 1)
  const valueKey = asked?.key ?? ''
  const value = pick((asked?.values ?? []).filter(Boolean), target) ?? ''
  const answered = { valueKey, operator: 'answered' } as const
  const guarded = (condition: ConditionFor<'form'>) => ({ operator: 'all', conditions: [answered, condition] }) as const
  return (
    pick<ConditionFor<'form'>>(
      [
        { valueKey, operator: 'equals', target: value },
        { valueKey, operator: 'in', target: [value] },
        answered,
        { valueKey, operator: 'notAnswered' },
        guarded({ valueKey, operator: 'notEquals', target: value }),
        guarded({ operator: 'not', condition: { valueKey, operator: 'equals', target: value } }),
        { operator: 'count', counted: [valueKey, 'us_citizen', 'gender'], least: 2 },
        { operator: 'count', counted: [valueKey, 'us_citizen'], most: 1 },
        { valueKey: 'birth_date', operator: 'lt', target: '2000-01-01' },
        { valueKey: 'birth_date', operator: 'age', on: '2027-08-23', under: 24 },
        { valueKey: 'birth_date', operator: 'age', on: '2022-02-28', least: 18 },
      ],
      operator,
    ) ?? answered
  )
}

type MadeCondition = (structure: Structure) => ConditionFor<'form'>

/** Conditions in each other to four levels. */
const madeConditions = fc.letrec<{ condition: MadeCondition }>((self) => ({
  condition: fc.oneof(
    { maxDepth: 2, depthSize: 'small' },
    fc.tuple(fc.nat(), fc.nat(), fc.nat()).map<MadeCondition>(
      ([target, key, operator]) =>
        (structure) =>
          comparisonWith(structure, target, key, operator),
    ),
    fc
      .tuple(fc.constantFrom('all', 'any'), fc.array(self('condition'), { minLength: 1, maxLength: 2 }))
      .map<MadeCondition>(([operator, parts]) => (structure) => ({
        operator,
        conditions: parts.map((part) => part(structure)),
      })),
  ),
})).condition

const others: fc.Arbitrary<Wish> = fc
  .record({
    does: fc.constantFrom('stopped', 'stopped', 'required', 'optional', 'moved', 'order', 'asked_if', 'asked_if'),
    name: fc.nat(),
    place: fc.nat(),
    names: fc.array(fc.nat(), { minLength: 2, maxLength: 6 }),
    condition: madeConditions,
  })
  .map(({ does, name: number, place, names, condition }) => (structure) => {
    const name = nameOfAny(structure, number)
    const container = pick([...ownPlaces(structure), ...places], place) ?? ''
    switch (does) {
      case 'stopped':
        return { ...structure, stopped: { ...structure.stopped, [name]: 'yes' } }
      case 'required':
      case 'optional':
        return {
          ...structure,
          required: { ...structure.required, [name]: does === 'required' ? 'yes' : 'no' },
        }
      case 'moved':
        return { ...structure, moved: { ...structure.moved, [name]: container } }
      case 'order':
        return {
          ...structure,
          order: {
            ...structure.order,
            [container]: names.flatMap((each) => pick(heldIn(structure, container), each) ?? []),
          },
        }
      case 'asked_if':
        return { ...structure, asked_if: { ...structure.asked_if, [name]: condition(structure) } }
    }
    return structure
  })

/** A question in each entry of a block, and another one there that goes by its answer, or by one that the base asks there. */
const pairs: fc.Arbitrary<Wish> = fc
  .tuple(fc.constantFrom(...blocks), fc.boolean())
  .map(([block, isOfBase]) => (structure) => {
    const item = named.get(block)
    const first = item?.kind === 'repeated' && isOfBase ? item.entries[0]?.keys[0] : undefined
    const condition: ConditionFor<'form'> = first
      ? { valueKey: first, operator: 'answered' }
      : { valueKey: 'own_one', operator: 'equals', target: 'Y' }
    return {
      ...structure,
      own: {
        ...structure.own,
        own_one: { kind: 'radio', in: block, label: 'One', options: OPTIONS },
        own_other: { kind: 'text', in: block, label: 'Other' },
      },
      order: { ...structure.order, [block]: [...heldIn({}, block), 'own_one', 'own_other'] },
      asked_if: { ...structure.asked_if, own_other: condition },
    }
  })

const isAskable = (structure: Structure) => structureFaults(base, structure, needs).length === 0

/** What can be done of what an office wishes: in halves, because looking for faults takes its time. */
function withWishes(structure: Structure, wishes: readonly Wish[]): Structure {
  if (wishes.length === 0) return structure
  const all = wishes.reduce((before, wish) => wish(before), structure)
  if (isAskable(all)) return all
  if (wishes.length === 1) return structure
  const half = Math.ceil(wishes.length / 2)
  return withWishes(withWishes(structure, wishes.slice(0, half)), wishes.slice(half))
}

/** An edition of the form that an office could publish. */
export type GeneratedEdition = { readonly structure: Structure; readonly form: Form }

/** Editions that an office could publish over the form, or over one of its earlier ones. */
export const editionsOver = (before: Structure, most = 14): fc.Arbitrary<GeneratedEdition> =>
  fc
    .tuple(
      fc.array(ownQuestions, { minLength: 1, maxLength: most / 2 }),
      fc.array(others, { minLength: 1, maxLength: most / 2 }),
      fc.array(pairs, { maxLength: 1 }),
    )
    .map(([own, rest, pair]) => {
      const structure = withWishes(before, [...pair, ...own, ...rest])
      return { structure, form: withStructure(base, structure) }
    })

/** The answers that somebody may give to a question, and one that nobody can. */
function valuesOf(question: Question): readonly string[] {
  if (question.kind === 'choice') return optionsOf(question, today).map(([value]) => value)
  if (question.kind === 'tick') return ['true', '']
  if (question.kind === 'upload') return ['ANSWERED', '']
  return question.kind === 'date' ? ['1999-12-31', '2004-02-29', ''] : ['', ' ', '7', `Answer to ${question.key}.`]
}

/**
 * Answers to what a form asks, whether or not it is asked of who gives them: to the office's own and to what decides on
 * others mostly, because the form has hundreds of others.
 */
export function applicationsOf(form: Form): fc.Arbitrary<Application> {
  const items = everyItem(form)
  const questions = [...questionsByKey(form).values()].filter(({ kind }) => kind !== 'code')
  const deciding = new Set(items.flatMap(conditionsOf).flatMap(keysAsked))
  const [near, far] = [
    questions.filter(({ key }) => isOwnKey(key) || deciding.has(key)),
    questions.filter(({ key }) => !isOwnKey(key) && !deciding.has(key)),
  ]
  const given = (of: readonly Question[], most: number) =>
    fc.array(
      fc
        .tuple(fc.constantFrom(...of), fc.nat())
        .map(([each, number]) => [each.key, pick(valuesOf(each), number) ?? ''] as const),
      { minLength: most / 2, maxLength: most },
    )
  const tabs = items.flatMap((item) => (item.kind === 'tabs' ? [item] : []))
  return fc
    .tuple(
      given(near, 160),
      given(far, 40),
      fc.record(
        Object.fromEntries(tabs.map(({ id, tabs: each }) => [id, fc.constantFrom(...each.map((tab) => tab.id))])),
        {
          requiredKeys: [],
        },
      ),
    )
    .map(([one, other, chosen]) => {
      const answer = Object.fromEntries([...other, ...one])
      const documents = questions.filter(({ key, kind }) => kind === 'upload' && answer[key] === 'ANSWERED')
      return {
        answer,
        add_another: {},
        tabs: chosen,
        document_answer: Object.fromEntries(
          documents.map(({ key }) => [key, { file_name: `${key}.pdf`, file_size: 1024 }]),
        ),
      }
    })
}

const conditionsOf = (item: ReturnType<typeof everyItem>[number]): readonly AnyCondition[] =>
  item.kind === 'when'
    ? [item.condition]
    : item.kind === 'branch'
      ? item.branches.map(({ condition }) => condition)
      : item.kind === 'conditionalChoice'
        ? [item.isMatched]
        : []
