import type { Kysely } from 'kysely'
import { type EditionContent, type Finding, isSame, placeOf } from '../../../api/index.ts'
import {
  conditionInWords,
  everAsked,
  type Form,
  firstKeyIn,
  guardedKeys,
  isOwnKey,
  missingOwn,
  namedItems,
  nameOfOwn,
  oncePer,
  placesOf,
  type Question,
  type Register,
  type RegisteredKey,
  registerErrors,
  type Structure,
  titleOf,
  unmetNeeds,
} from '../../../engine/index.ts'
import { admissions, needs } from '../../../form/index.ts'
import { facetsOf } from '../../applying/application-index/index.ts'
import type { Tables } from '../../platform/database/index.ts'
import { askingFaults, type Edition } from '../../running/institution/index.ts'
import type { NumberOf } from './stored-count.ts'

type Structured = Pick<EditionContent, 'structure'>

/** Why a content cannot be asked. */
export function askingFindings(over: Edition, content: Structured): readonly Finding[] {
  const stopped = (name: string, says: string): Finding => ({ grade: 'stopped', place: placeOfItem(name), says })
  const faults = askingFaults(content)
  if (faults.length > 0) return faults.map(({ name, says }) => stopped(name, says))
  const { structure = {} } = content
  const before = over.content.structure ?? {}
  const gone = missingOwn(before, structure).map(([id, code]) => {
    const was = before.own?.[id]
    const label = (code === undefined ? was?.label : was?.options?.[code]) ?? id
    const name = was ? nameOfOwn(id, was) : id
    return stopped(
      name,
      `“${label}” was published, and answers with it are kept. Stop asking it instead of deleting it.`,
    )
  })
  const ever = everAsked(admissions, structure)
  const changed = registerErrors(over.register, ever).map((says) => `${says} Ask another question instead.`)
  if (gone.length > 0) return [...gone, ...changed.map((says) => stopped('', says))]
  const keys = new Set(ever.keys)
  const lost = over.register.keys.find(({ key }) => isOwnKey(key) && !keys.has(key))
  return [...changed, ...(lost ? [lostColumn(lost)] : [])].map((says) => stopped('', says))
}

/** It has fewer entries, or stands in a block or in none any more, which would give it another key. */
const lostColumn = ({ key, label }: RegisteredKey) =>
  `“${label}” was published as ${key}, and its answers and its column are kept. A block cannot have fewer entries, and what stands in a block stays in it.`

/** What a question is called, with where it stands if several are called the same, such as the month of a date. */
export function titleIn(form: Form, { key, label }: Question): string {
  const under = placesOf(form).get(key)?.under ?? ''
  return under === '' || !labelsOfSeveral(form).has(label) ? `“${label}”` : `“${label}” (${under})`
}

const labelsOfSeveral = oncePer((form: Form): ReadonlySet<string> => {
  const labels = [...namedItems(form).values()].flatMap((item) => ('key' in item ? [item.label] : []))
  return new Set(labels.filter((label, at) => labels.indexOf(label) !== at))
})

/** Where the desk shows an item of the form. */
export const placeOfItem = (name: string): string => placeOf('structure', 'item', name)

/**
 * What a change of what is asked means for who is in the middle, with how many that are, and for what reads the answers.
 * Answers to sensitive questions, and to what is asked because of them, are not counted: nobody who edits the form learns of
 * them, not even that there is one.
 */
export function askingChanges(over: Edition, after: Form, numberOf: NumberOf): readonly Finding[] {
  const [was, is] = [namedItems(over.form), namedItems(after)]
  const lost = new Set(unmetNeeds(needs, over.form))
  const changes = [
    ...[...was].flatMap(([name, item]) =>
      'key' in item && !is.has(name) ? [{ name, item, is: 'answered' as const }] : [],
    ),
    ...[...is].flatMap(([name, item]) => {
      const before = was.get(name)
      if (!('key' in item) || item.required === false) return []
      const isSameAsBefore = before && 'key' in before && isSame(before.required, item.required)
      return isSameAsBefore ? [] : [{ name, item, is: 'unanswered' as const }]
    }),
  ].map((each) => ({ ...each, keys: keysOfAll(over.register, each.item.key) }))
  const isGuarded = (key: string) => guardedKeys(over.form).has(key) || guardedKeys(after).has(key)
  return [
    ...changes.map((each): Finding => {
      const { name, item, keys, is } = each
      const number = keys.some(isGuarded) ? 'untold' : numberOf({ keys, is })
      const says =
        each.is === 'answered'
          ? `${titleIn(over.form, item)} is not asked any more. ${answeredBy(number)} It is kept, and comes back when the question is asked again.`
          : `${titleIn(after, item)} is required from then on, also of who has begun. ${missingFrom(number)}`
      return { grade: 'careful', place: placeOfItem(name), says }
    }),
    ...unmetNeeds(needs, after).flatMap((need): readonly Finding[] =>
      lost.has(need) ? [] : [{ grade: 'told', place: placeOfItem(need.item), says: `${need.item}: ${need.why}` }],
    ),
  ]
}

type Told = ReturnType<NumberOf> | 'untold'

const answeredBy = (number: Told) =>
  number === undefined || number === 'untold'
    ? `How many have answered it is ${notCounted(number)}.`
    : `${number.toLocaleString('en')} of those who have not submitted have answered it.`

const missingFrom = (number: Told) =>
  number === undefined || number === 'untold'
    ? `How many have no answer is ${notCounted(number)}.`
    : `${number.toLocaleString('en')} of those who have not submitted have no answer, asked for it or not.`

const notCounted = (number: 'untold' | undefined) =>
  number === 'untold' ? 'not counted, because answers to it are sensitive' : 'not counted yet'

/** What stops being a filter of the list: who has saved a view with it is told that it cannot be used any more. */
export async function facetsGone(db: Kysely<Tables>, before: Form, after: Form): Promise<readonly Finding[]> {
  const left = new Set(facetsOf(after).map(({ key }) => key))
  const gone = facetsOf(before).filter(({ key }) => !left.has(key))
  if (gone.length === 0) return []
  const views = await db.selectFrom('staff_view').select('search').execute()
  return gone.map(({ key, label, kind }): Finding => {
    const saved = views.filter(({ search }) => new URLSearchParams(search).has(key)).length
    const by = saved === 0 ? 'No saved view has it.' : `Saved views with it, which nobody can use any more: ${saved}.`
    const place = placeOfItem(kind === 'checkboxes' ? `tickGroup:${key}` : key)
    return { grade: 'told', place, says: `Staff can filter the list by “${label}” no longer. ${by}` }
  })
}

/** The keys of the same question in all entries. */
const keysOfAll = (register: Register, key: string) => [
  key,
  ...register.keys.map((row) => row.key).filter((each) => each !== key && firstKeyIn(register, each) === key),
]
/** Of a structure with hundreds of places, each of which is named by it. */
const itemsEver = oncePer((structure: Structure) => {
  const form = everAsked(admissions, structure)
  return { form, items: namedItems(form) }
})

/** What somebody of the office calls a place of a structure, with a value there in words. */
export function structureInWords([part = '', name = '', field = '']: readonly string[], structure: Structure) {
  const { form, items } = itemsEver(structure)
  const titled = (each: string) => {
    const item = items.get(each)
    return item ? titleOf(item) : (form.pages.find(({ slug }) => each === `page:${slug}`)?.title ?? each)
  }
  const own = structure.own?.[name]
  const title = `“${own ? own.label : titled(name)}”`
  const names: Readonly<Record<string, string>> = {
    stopped: `${title} is asked`,
    required: `${title} is required`,
    moved: `${title} stands in`,
    order: `Order in ${title}`,
    asked_if: `${title} is asked if`,
    own: field === 'kind' ? `${title} is asked` : `${title}: ${OWN_FIELDS[field] ?? field}`,
  }
  return {
    name: names[part] ?? part,
    value(given: unknown): string {
      if (part === 'stopped') return given === undefined ? 'yes' : 'not any more'
      if (part === 'own' && field === 'kind') return given === undefined ? 'no' : 'yes'
      if (given === undefined) return ''
      if (part === 'moved' || (part === 'own' && field === 'in')) return titled(String(given))
      if (part === 'asked_if')
        return conditionInWords(structure.asked_if?.[name] ?? { operator: 'all', conditions: [] }, form)
      return Array.isArray(given) ? given.map((each) => titled(String(each))).join(', ') : String(given)
    },
  }
}

const OWN_FIELDS: Readonly<Record<string, string>> = {
  in: 'where it stands',
  label: 'words',
  help: 'help',
  message: 'what is said where the answer is missing',
  options: 'options',
  order: 'order of its options',
  retired: 'options that are no longer offered',
  required: 'whether it is required',
  limit: 'most characters',
  words: 'most words',
  like: 'what an answer looks like',
  differs: 'which answer it must differ from',
  no_gap: 'the date that ends it, so that entries leave no gap',
  invalid: 'what is said of a wrong answer',
  least: 'fewest that are checked',
  min: 'least number',
  max: 'largest number',
  decimals: 'whether it takes fractions',
  most: 'most entries or checks',
  entry: 'what one entry is called',
  add: 'button that adds one',
  print: 'how its entries are printed',
  carried: 'whether the next application begins with it',
  own_sheet: 'whether it is printed on its own sheet',
  facet: 'whether staff can filter by it',
  care: 'care',
}

/** What an own item says by being asked at all. */
export const isSaidOfNew = (place: string): boolean => /^\/structure\/own\/[^/]+\/(in|label|order)$/.test(place)

/** Places of a structure that the office never sees: they follow from publishing. */
export const isStamp = (place: string): boolean =>
  place === '/structure/versions' || /^\/structure\/own\/[^/]+\/(since$|added(\/|$))/.test(place)
