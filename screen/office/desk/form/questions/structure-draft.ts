import { namesIn, placeOf } from '../../../../../api/browser.ts'
import type { Changes } from '../../../../../api/index.ts'
import { type ConditionFor, type OwnItem, type OwnKind, ownKinds, type Structure } from '../../../../../engine/index.ts'
import type { Value } from '../editable-rows.tsx'

/** What an office asks otherwise, by places such as `/structure/stopped/gender`; null is nothing. */
export type Values = Readonly<Record<string, Value>>

/** The place of something that an office asks otherwise. */
export const at = (...names: readonly string[]): string => placeOf('structure', ...names)

/** The same as the engine takes it. An own item without a kind or words is none yet. */
export function structureOf(values: Values): Structure {
  const given = Object.entries(values).flatMap(([place, value]) => {
    const [, part, name, ...rest] = namesIn(place)
    return value === null || part === undefined || name === undefined ? [] : [{ part, name, rest, value }]
  })
  const of = (part: string) => given.filter((each) => each.part === part)
  const texts = (part: string) => Object.fromEntries(of(part).map(({ name, value }) => [name, String(value)] as const))
  const own = [...Map.groupBy(of('own'), ({ name }) => name)].flatMap(([id, fields]) => {
    const item = ownFrom(fields)
    return item ? [[id, item] as const] : []
  })
  return {
    own: Object.fromEntries(own),
    stopped: texts('stopped'),
    moved: texts('moved'),
    required: Object.fromEntries(of('required').map(({ name, value }) => [name, value === 'yes' ? 'yes' : 'no'])),
    order: Object.fromEntries(of('order').flatMap(({ name, value }) => (isList(value) ? [[name, value]] : []))),
    asked_if: Object.fromEntries(
      of('asked_if').flatMap(({ name, value }) => (isCondition(value) ? [[name, value]] : [])),
    ),
  }
}

type Field = { readonly rest: readonly string[]; readonly value: Value }

function ownFrom(fields: readonly Field[]): OwnItem | undefined {
  const field = (name: string) => fields.find(({ rest }) => rest.length === 1 && rest[0] === name)?.value ?? undefined
  const text = (name: string) => (typeof field(name) === 'string' ? String(field(name)) : undefined)
  const number = (name: string) => (typeof field(name) === 'number' ? Number(field(name)) : undefined)
  const yes = (name: string) => (field(name) === 'yes' ? 'yes' : undefined)
  const codes = (name: string) => {
    const found = fields.flatMap(({ rest: [part, code], value }) =>
      part === name && code !== undefined ? [[code, String(value)] as const] : [],
    )
    return found.length > 0 ? Object.fromEntries(found) : undefined
  }
  const kind = ownKinds.find((each) => each === field('kind'))
  const [label, where, order, like] = [text('label'), text('in'), field('order'), field('like')]
  if (kind === undefined || label === undefined || where === undefined) return undefined
  return {
    ...{ kind, label, in: where },
    ...{ help: text('help'), message: text('message'), entry: text('entry'), add: text('add'), since: text('since') },
    ...{ required: yes('required'), decimals: yes('decimals'), carried: yes('carried'), own_sheet: yes('own_sheet') },
    ...{ limit: number('limit'), min: number('min'), max: number('max'), most: number('most') },
    ...{
      words: number('words'),
      least: number('least'),
      differs: text('differs'),
      no_gap: text('no_gap'),
      invalid: text('invalid'),
    },
    like: isList(like) ? like : undefined,
    ...{ options: codes('options'), retired: codes('retired') },
    order: isList(order) ? order : undefined,
    care: field('care') === 'sensitive' ? 'sensitive' : undefined,
    print: field('print') === 'table' ? 'table' : undefined,
  }
}

const isList = (value: Value | undefined): value is readonly string[] => Array.isArray(value)

const isCondition = (value: Value): value is ConditionFor<'form'> =>
  typeof value === 'object' && value !== null && 'operator' in value

/** An item of the office's own as changes; what it does not have is taken back, as far as `before` has it. */
export function ownChanges(id: string, item: OwnItem, before?: OwnItem): Changes {
  const gone = before ? Object.fromEntries(Object.keys(leaves(id, before)).map((place) => [place, null])) : {}
  return { ...gone, ...leaves(id, item) }
}

function leaves(id: string, item: OwnItem): Changes {
  return Object.fromEntries(
    Object.entries(item).flatMap(([field, value]) => {
      if (value === undefined) return []
      if (typeof value === 'object' && !Array.isArray(value))
        return Object.entries(value).map(([code, label]) => [at('own', id, field, code), String(label)] as const)
      return [[at('own', id, field), value] as const]
    }),
  )
}

/** Takes away all that a draft says of something of the office's own which nobody was ever asked. */
export function withoutOwn(id: string, name: string, values: Values): Changes {
  const places = Object.keys(values).filter(
    (place) =>
      place.startsWith(`${at('own', id)}/`) ||
      ['stopped', 'required', 'moved', 'order', 'asked_if'].some((part) => place === at(part, name)),
  )
  return Object.fromEntries(places.map((place) => [place, null]))
}

/** A key of the office's own for an English label: it is made once, and stays when the label changes. */
export function ownIdOf(label: string, kind: OwnKind, taken: (id: string) => boolean): string {
  const words = plain(label).slice(0, MOST).replace(/_+$/, '') || kind
  const id = (end: string) => `own_${words.slice(0, MOST - end.length)}${end}`
  for (let number = 1; ; number += 1) {
    const made = id(number === 1 ? '' : `_${number}`)
    if (!taken(made)) return made
  }
}

/** Of a key after `own_`. */
const MOST = 40

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/['’]|\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '_')
    .replace(/^_+|_+$/g, '')

/** Whether an office may give something of its own this key. */
export const isOwnId = (id: string): boolean => /^own_[a-z\d_]{1,40}$/.test(id)

/** Options, one a line: a code and a label, such as `FT = Full-time`, or a label of which a code is made. */
export function optionsFrom(text: string, known: Readonly<Record<string, string>> = {}): readonly Option[] {
  const taken = new Set(Object.keys(known))
  return text.split('\n').flatMap((line): readonly Option[] => {
    const typed = line.trim()
    if (typed === '') return []
    const [, given, named] = /^([\w-]{1,40}) = (.+)$/.exec(typed) ?? []
    const label = named?.trim() ?? typed
    const base = given ?? (plain(label).slice(0, MOST) || 'option')
    let code = base
    for (let number = 2; taken.has(code); number += 1) code = `${base.slice(0, MOST - 3)}_${number}`
    taken.add(code)
    return [[code, label]]
  })
}
export type Option = readonly [code: string, label: string]
