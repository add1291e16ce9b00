import { type Form, type Item, keysOf, partsOf } from './blocks.ts'
import { type AnyCondition, keysAsked } from './conditions.ts'
import { definitionErrors, otherKeysNamed, requirementsOf } from './definition-errors.ts'
import { visibilityOf } from './describe.ts'
import { titleOf } from './lists.ts'
import { type Need, unmetNeeds } from './needs.ts'
import { canBeFacet, MOST_FACETS, MOST_UNLESS_SAID, type OwnItem } from './own-items.ts'
import { everAsked, namedItems, nameOfOwn, type Structure, withStructure } from './structure.ts'
import { everyItem, questionsByKey } from './walk.ts'

/** Why an office cannot ask this: what it is about, by its name, and a sentence. */
export type StructureFault = { readonly name: string; readonly says: string }

/**
 * What keeps a structure from being asked. `needs` are those of code outside of the form. What a structure names and the
 * form does not have is a fault too, because the office meant something by it.
 */
export function structureFaults(base: Form, structure: Structure, needs: readonly Need[]): readonly StructureFault[] {
  const ever = everAsked(base, structure)
  const items = namedItems(ever)
  const questionKeys = new Set([...items].flatMap(([each, found]) => ('key' in found ? [each, found.key] : [])))
  const unknown = unknownNames(structure, items)
  const filled = new Set(Object.values(structure.own ?? {}).map((each) => each.in))
  const own = [
    ...Object.entries(structure.own ?? {}).flatMap(([id, item]) =>
      ownFaults(id, item, { items, questionKeys, own: structure.own ?? {}, isFilled: filled.has(nameOfOwn(id, item)) }),
    ),
    ...tooManyFacets(structure),
  ]
  if (unknown.length + own.length > 0) return [...unknown, ...own]
  const form = withStructure(base, structure)
  const faults = [
    ...partsNamed(structure, items),
    ...needed(needs, form, ever),
    ...leftBehind(form, ever),
    ...askedTooEarly(structure, form, items),
  ]
  if (faults.length > 0) return faults
  return definitionErrors(form, form.keys).map((says) => ({ name: '', says }))
}

type Items = ReadonlyMap<string, Item>

function unknownNames(structure: Structure, items: Items): readonly StructureFault[] {
  const { stopped = {}, required = {}, moved = {}, order = {}, asked_if: askedIf = {} } = structure
  const isContainer = (name: string) => name.startsWith('page:') || items.get(name)?.kind === 'section'
  const isBlock = (name: string) => isContainer(name) || items.get(name)?.kind === 'repeated'
  return [
    ...Object.keys({ ...stopped, ...moved, ...askedIf })
      .filter((name) => !items.has(name))
      .map((name) => ({ name, says: `The form has nothing that is called ${name}.` })),
    ...Object.keys(required).flatMap((name) => {
      const item = items.get(name)
      return item && 'key' in item ? [] : [{ name, says: `The form has no question ${name} that could be required.` }]
    }),
    ...Object.entries(moved)
      .filter(([name, to]) => !isContainer(to) || (name.startsWith('section:') && !to.startsWith('page:')))
      .map(([name, to]) => ({
        name,
        says: `It cannot stand in ${to}: a section stands in a page, and a question in a page or a section.`,
      })),
    ...Object.keys(order)
      .filter((name) => !isBlock(name))
      .map((name) => ({ name, says: `${name} has no order: it is neither a page, a section nor a repeated block.` })),
  ]
}

type Around = {
  readonly items: Items
  readonly questionKeys: ReadonlySet<string>
  readonly own: Readonly<Record<string, OwnItem>>
  /** Whether anything stands in it. */
  readonly isFilled: boolean
}

function ownFaults(
  id: string,
  item: OwnItem,
  { items, questionKeys, own, isFilled }: Around,
): readonly StructureFault[] {
  const name = nameOfOwn(id, item)
  const { kind, options = {}, retired = {}, order = [], min, max } = item
  const fault = (says: string) => [{ name, says }]
  const within = items.get(item.in)?.kind
  const offered = Object.keys(options).filter((code) => retired[code] === undefined)
  const labels = offered.map((code) => (options[code] ?? '').trim().toLocaleLowerCase('en'))
  const isChoice = kind === 'radio' || kind === 'select' || kind === 'searchable' || kind === 'checkboxes'
  return [
    ...(kind === 'section'
      ? item.in.startsWith('page:')
        ? []
        : fault('A section stands in a page.')
      : item.in.startsWith('page:') || within === 'section' || within === 'repeated'
        ? []
        : fault(`“${item.label}” stands in ${item.in}, which the form does not have.`)),
    ...(items.has(name) || kind === 'section' || kind === 'repeated'
      ? []
      : fault(`“${item.label}” would be asked nowhere.`)),
    ...(kind === 'repeated' && !isFilled ? fault(`“${item.label}” has nothing in it yet. Add a question to it.`) : []),
    ...(isChoice && offered.length < 2 ? fault(`“${item.label}” needs at least two options.`) : []),
    ...(new Set(labels).size < labels.length ? fault(`Two options of “${item.label}” read the same.`) : []),
    ...order
      .filter((code) => options[code] === undefined)
      .flatMap((code) => fault(`The order names ${code}, which is no option.`)),
    ...(min !== undefined && max !== undefined && min > max
      ? fault(`No number is at least ${min} and at most ${max}.`)
      : []),
    ...(item.no_gap !== undefined && !isPeriod(item, own[item.no_gap])
      ? fault(`“${item.label}” leaves no gap only as a date in a block, beside the date on which it ends.`)
      : []),
    ...(item.facet && !canBeFacet(kind)
      ? fault(`Nobody can filter by “${item.label}”: only by a choice, checkboxes or one checkbox.`)
      : []),
    ...(item.facet && item.care === 'sensitive'
      ? fault(`“${item.label}” is sensitive, so nobody can filter by it.`)
      : []),
    ...(item.facet && within === 'repeated'
      ? fault(`“${item.label}” is asked for each entry, so nobody can filter by it.`)
      : []),
    ...(kind === 'checkboxes' && item.required
      ? fault('Checkboxes are required by how many must be checked at least.')
      : []),
    ...(kind === 'checkboxes' &&
    !((item.least ?? 0) <= (item.most ?? offered.length) && (item.least ?? 0) <= offered.length)
      ? fault(`Nobody can check at least ${item.least} of what “${item.label}” offers.`)
      : []),
    ...(item.differs !== undefined && !questionKeys.has(item.differs)
      ? fault(`“${item.label}” must differ from ${item.differs}, which the form does not ask.`)
      : []),
  ]
}

const isPeriod = (from: OwnItem, to: OwnItem | undefined): boolean =>
  from.kind === 'date' && to?.kind === 'date' && from.in === to.in && from.in.startsWith('repeated:') && from !== to

/** Each is a part of every row of the list. What is not asked any more is none. */
function tooManyFacets({ own = {}, stopped = {} }: Structure): readonly StructureFault[] {
  const facets = Object.entries(own).flatMap(([id, item]) =>
    item.facet && !Object.hasOwn(stopped, nameOfOwn(id, item)) ? [nameOfOwn(id, item)] : [],
  )
  const [name] = facets.slice(MOST_FACETS)
  return name === undefined
    ? []
    : [{ name, says: `Staff can filter by ${MOST_FACETS} questions, and ${facets.length} are marked.` }]
}

/** The parts of what is answered as one, such as the month of a date, or the box that says that no other applies. */
function partsNamed({ stopped = {}, asked_if: askedIf = {} }: Structure, items: Items): readonly StructureFault[] {
  const wholes = new Map([...items.values()].flatMap((item) => partKeys(item).map((key) => [key, item] as const)))
  return Object.keys({ ...stopped, ...askedIf }).flatMap((name) => {
    const whole = wholes.get(name)
    return whole ? [{ name, says: `It is a part of “${titleOf(whole)}”, which is asked whole or not at all.` }] : []
  })
}

function partKeys(item: Item): readonly string[] {
  if (item.kind === 'address' || item.kind === 'school' || item.kind === 'monthYear')
    return partsOf(item).map(({ key }) => key)
  if (item.kind === 'tickGroup') return item.none === null ? [] : [item.none]
  return item.kind === 'confirmThen' && item.confirm.by === 'tick' ? [item.confirm.question.key] : []
}

function needed(needs: readonly Need[], form: Form, ever: Form): readonly StructureFault[] {
  const met = new Set(unmetNeeds(needs, ever))
  return unmetNeeds(needs, form).flatMap((need) =>
    need.how === 'mustBeAsked' && !met.has(need)
      ? [{ name: need.item, says: `“${titleAt(ever, need.item)}” must be asked. ${need.why}` }]
      : [],
  )
}

const titleAt = (form: Form, key: string) => questionsByKey(form).get(key)?.label ?? key

/** What goes by an answer that nobody is asked for any more. */
function leftBehind(form: Form, ever: Form): readonly StructureFault[] {
  const asked = new Set<string>(form.keys)
  const known = new Set<string>(ever.keys)
  const isGone = (key: string) => known.has(key) && !asked.has(key)
  return [...namedItems(form)].flatMap(([name, item]) => {
    const by = [...conditionsOf(item).flatMap(keysAsked), ...otherKeysNamed(item)].find(isGone)
    if (by === undefined) return []
    const says = `“${titleOf(item)}” goes by the answer to “${titleAt(ever, by)}”. Stop asking it too, or go on asking that.`
    return [{ name, says }]
  })
}

const conditionsOf = (item: Item): readonly AnyCondition[] => [...visibilityOf(item), ...requirementsOf(item)]

/** A condition of the office on what is asked later, or on itself: who reads from above would see questions come and go. */
function askedTooEarly({ asked_if: askedIf = {} }: Structure, form: Form, items: Items): readonly StructureFault[] {
  const order = new Map(
    everyItem(form)
      .flatMap(keysOf)
      .map((key, place) => [key, place]),
  )
  const own = new Map([...items].flatMap(([name, item]) => ('key' in item ? [[name, item.key] as const] : [])))
  return Object.entries(askedIf).flatMap(([name, condition]) => {
    const item = items.get(name)
    const first =
      item &&
      keysOf(item)
        .map((key) => order.get(key))
        .find((place) => place !== undefined)
    if (!item || first === undefined) return []
    return keysAsked(condition).flatMap((key) => {
      const place = order.get(own.get(key) ?? key)
      const title = questionsByKey(form).get(own.get(key) ?? key)?.label ?? key
      if (place === undefined)
        return [{ name, says: `“${titleOf(item)}” goes by ${key}, which the form does not ask.` }]
      return place < first ? [] : [{ name, says: `“${titleOf(item)}” goes by “${title}”, which is asked later.` }]
    })
  })
}

/** What was published of the office's own and a structure does not have, by id and code. Its answers are kept. */
export const missingOwn = (before: Structure, after: Structure): readonly Missing[] =>
  Object.entries(before.own ?? {}).flatMap(([id, { options = {} }]): readonly Missing[] => {
    const now = after.own?.[id]
    if (now === undefined) return [[id]]
    return Object.keys(options).flatMap((code) => (now.options?.[code] === undefined ? [[id, code]] : []))
  })

type Missing = readonly [id: string, code?: string]

/** A structure with everything of the office's own that was published before; what it does not have is asked no more. */
export function keepingOwn(before: Structure, after: Structure): Structure {
  const own: Record<string, OwnItem> = Object.fromEntries(
    Object.entries(after.own ?? {}).map(([id, item]) => [id, keepingEntries(before.own?.[id], item)]),
  )
  const stopped: Record<string, string> = { ...after.stopped }
  for (const [id, code] of missingOwn(before, after)) {
    const [was, is] = [before.own?.[id], own[id]]
    if (!was) continue
    const label = code === undefined ? undefined : was.options?.[code]
    if (code === undefined || label === undefined || !is) {
      own[id] = was
      stopped[nameOfOwn(id, was)] = 'yes'
      continue
    }
    own[id] = { ...is, options: { ...is.options, [code]: label } }
    if (is.kind === 'checkboxes') stopped[`${id}_${code}`] = 'yes'
    else own[id] = { ...own[id], retired: { ...is.retired, [code]: label } }
  }
  const isKept = Object.entries(own).every(([id, item]) => item === after.own?.[id])
  return missingOwn(before, after).length === 0 && isKept ? after : { ...after, own, stopped }
}

/** A block with as many entries as were ever asked: their answers are kept, and their columns stay. */
function keepingEntries(was: OwnItem | undefined, is: OwnItem): OwnItem {
  if (was?.kind !== 'repeated' || is.kind !== 'repeated') return is
  const { most = MOST_UNLESS_SAID } = was
  return most <= (is.most ?? MOST_UNLESS_SAID) ? is : { ...is, most }
}
