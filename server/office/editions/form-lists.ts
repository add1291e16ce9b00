import { type ChangedValue, type Editable, namesIn, placeOf } from '../../../api/index.ts'
import { type FormList, type Item, listsIn, oncePer, withInner } from '../../../engine/index.ts'
import { admissions } from '../../../form/index.ts'

/** Lists that questions of several sections share are named for what they hold, all others after their question. */
const shared: Readonly<Record<string, string>> = { countries: 'Countries', states: 'States and provinces' }

/** What the office calls each list of the form. Lists of questions with the same label are told apart by their section. */
const titles = oncePer((form: typeof admissions): ReadonlyMap<string, string> => {
  const lists = [...listsIn(form).values()]
  const labels = lists.map((list) => shared[list.name] ?? labelOfList(list))
  return new Map(
    lists.map((list, index) => {
      const label = labels[index] ?? list.name
      const isAlone = labels.filter((each) => each === label).length === 1
      return [list.name, isAlone ? label : `${label} (${sectionOf(list)})`]
    }),
  )
})

const labelOfList = ({ questions, name }: FormList) => questions[0]?.label ?? name

const sectionOf = ({ questions }: FormList): string => {
  const asked = admissions.pages
    .flatMap(({ items }) => items)
    .find((item) => 'keys' in item && item.keys.some((key) => key === questions[0]?.key))
  return asked && 'title' in asked && asked.title !== undefined ? asked.title : admissions.version
}

const titleOf = (name: string) => titles(admissions).get(name) ?? name

const isYesOrNo = ({ options }: FormList) => options.every(([code]) => code === 'Y' || code === 'N')

const [LABELS, RETIRED, ORDER] = ['labels', 'retired', 'order']

/** The lists of which the first question stands in an item, with their options, as the desk edits them. */
export function listEditablesIn(item: Item, published: (place: string) => ChangedValue | null): readonly Editable[] {
  const inside = new Set<unknown>(withInner(item))
  const own = [...listsIn(admissions).values()].filter(({ questions: [first] }) => inside.has(first))
  return own.flatMap((list) => {
    const { name, options } = list
    // There are as many questions of Yes or No as all others together.
    const group = isYesOrNo(list) ? `Yes or No: ${sectionOf(list)}` : `List: ${titleOf(name)}`
    const row = (place: string, named: string, product: string | null, kind: Editable['kind'] = 'line') => ({
      place,
      group,
      name: named,
      kind,
      published: published(place),
      product,
    })
    return [
      row(placeOf('lists', name), titleOf(name), null, 'list'),
      row(placeOf('lists', name, ORDER), 'Order', null),
      ...options.flatMap(([code, label]) => [
        { ...row(placeOf('lists', name, LABELS, code), code, label), english: label },
        ...[row(placeOf('lists', name, RETIRED, code), code, null)].filter((each) => each.published !== null),
      ]),
    ]
  })
}

/** What somebody of the office calls a place of a list, after its first name. */
export function nameOfList([, name = '', part = '', code = '']: readonly string[]): string {
  const title = titleOf(name)
  if (part === ORDER) return `Order of ${title}`
  return part === RETIRED ? `${title}: ${code}, no longer offered` : `${title}: ${code}`
}

/** The label of an option in the form, at the place of the office's own label. */
export function productLabel(place: string): string | undefined {
  const [first, name = '', part, code] = namesIn(place)
  if (first !== 'lists' || part !== LABELS) return undefined
  return listsIn(admissions)
    .get(name)
    ?.options.find(([each]) => each === code)?.[1]
}

/** The options that a content no longer offers and the one before it did: their place, list, code and label. */
export const newlyRetired = (was: Readonly<Record<string, ChangedValue>>, is: Readonly<Record<string, ChangedValue>>) =>
  Object.entries(is).flatMap(([place, label]) => {
    const [first, list = '', part, code = ''] = namesIn(place)
    if (first !== 'lists' || part !== RETIRED || place in was) return []
    return [{ place, list, code, label: String(label), title: titleOf(list) }]
  })
