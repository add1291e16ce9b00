import { z } from 'zod'
import { namesIn, placeOf } from './edition-places.ts'
import { type Institution, institutionParts } from './institution.ts'
import { askedIf } from './structure.ts'

const entry = institutionParts.public.shape
const own = institutionParts.private.shape

/** A picture by the hash of its stored file. */
const picture = z.string().regex(/^[\da-f]{64}$/, 'is a picture that was stored')

/** The entries of institution.json that an office edits at its desk. An edition holds all of them, in full. */
export const editionContent = z.strictObject({
  partner_name: entry.partner_name,
  partner_short_name: entry.partner_short_name,
  application_title: entry.application_title,
  document_title: entry.document_title,
  office: entry.office,
  address: entry.address,
  phone: entry.phone,
  phone_toll_free: entry.phone_toll_free,
  fax: entry.fax,
  help_email: entry.help_email,
  links: entry.links,
  more_links: entry.more_links,
  office_hours: entry.office_hours,
  retention_notice: entry.retention_notice,
  deadline: entry.deadline,
  decision_time: entry.decision_time,
  alert: entry.alert.unwrap().optional(),
  entry_terms: entry.entry_terms,
  term_dates: entry.term_dates,
  grace_hours: entry.grace_hours,
  majors: entry.majors,
  test_versions: entry.test_versions,
  wording: entry.wording,
  sentences: entry.sentences,
  lists: entry.lists,
  structure: entry.structure,
  recipients: own.recipients,
  translations: own.translations,
  program_sentences: own.program_sentences,
  /** Left out by editions before 0.2.0, which have the file's. */
  pdf_name: own.pdf_name.optional(),
  face: z
    .strictObject({
      color: own.face.unwrap().shape.color,
      logo: picture,
      logo_dark: picture,
      icon: picture,
      picture: z.literal('none').or(picture),
    })
    .partial()
    .default({}),
})

export type EditionContent = z.output<typeof editionContent>

/** The part of an institution's settings that its office edits. */
export function contentOf(institution: Institution): EditionContent {
  const known: Readonly<Record<string, unknown>> = institution
  const given = Object.keys(editionContent.shape).map((name) => [name, known[name] ?? undefined] as const)
  return editionContent.parse(Object.fromEntries(given.filter(([, value]) => value !== undefined)))
}

/** The settings with what the office has published; what an edition leaves out is not set. */
export function withContent(file: Institution, content: EditionContent): Institution {
  const rest = Object.fromEntries(Object.entries(file).filter(([name]) => !(name in editionContent.shape)))
  const { face, pdf_name = file.pdf_name, alert = null, ...given } = content
  const look = Object.keys(face).length === 0 ? {} : { face }
  return z.strictObject({ ...entry, ...own }).parse({ ...rest, ...given, ...look, pdf_name, alert })
}

/** What is stored of an edition. One of a release without a face of its own has that of institution.json. */
export function storedContent(stored: unknown, { face }: Pick<EditionContent, 'face'>): EditionContent {
  const known: Readonly<Record<string, unknown>> = Object(stored)
  return editionContent.parse({ ...known, face: known.face ?? face })
}

/** One thing that can be changed by itself: a text, a number, the order of a list by its codes, the announcement, a condition. */
export const changedValue = z.union([
  z.string().max(10_000),
  z.number(),
  z.array(z.string().max(200)).max(2_000).readonly(),
  z.strictObject({ text: z.string(), start: z.string(), end: z.string() }),
  askedIf,
])
export type ChangedValue = z.output<typeof changedValue>

/**
 * What differs from a content, by place: a JSON pointer (RFC 6901) such as `/links/aid`, in which an option is named by
 * its code (`/majors/CSCI`), never by its position. Values, not steps: the same change twice is the same change. null
 * takes something away, or a text of the office back to that of the product.
 */
export type Changes = Readonly<Record<string, ChangedValue | null>>

/** The lists of options of an institution. Their own place has the order of their codes. */
export const optionLists = ['/entry_terms', '/majors', '/test_versions/TOEFL', '/test_versions/IELTS'] as const

/** Everything in a content, by its place. */
export function valuesIn(content: EditionContent): Readonly<Record<string, ChangedValue>> {
  return Object.fromEntries(leavesOf(content, ''))
}

function leavesOf(value: unknown, place: string): readonly (readonly [string, ChangedValue])[] {
  if (value === undefined || value === null) return []
  const options = optionLists.some((list) => list === place) ? optionsSchema.parse(value) : undefined
  if (options)
    return [
      [place, options.map(([code]) => code)],
      ...options.map(([code, label]) => [place + placeOf(code), label] as const),
    ]
  if (place === LINKS)
    return [
      [place, linksIn(value).map(({ id }) => id)],
      ...linksIn(value).flatMap(({ id, ...words }) => leavesOf(words, place + placeOf(id))),
    ]
  // The order of a list of the form is one value. Nobody can put an option into a place that is taken.
  if (place === ANNOUNCEMENT || isCondition(place) || typeof value !== 'object' || Array.isArray(value))
    return [[place, changedValue.parse(value)]]
  return Object.entries(value).flatMap(([name, each]) => leavesOf(each, place + placeOf(name)))
}

const ANNOUNCEMENT = '/alert'
const isCondition = (place: string) => /^\/structure\/asked_if\/[^/]+$/.test(place)
/** The institution's own links. Like an option, each is named by its ID, and their own place has the order. */
export const LINKS = '/more_links'
const linksIn = (value: unknown) => entry.more_links.unwrap().parse(value)
const optionsSchema = z.array(z.tuple([z.string(), z.string()]))
const codesSchema = z.array(z.string())

/** A content with changes, whether or not it is valid: `editionContent` says that. */
export const withChanges = (content: EditionContent, changes: Changes): unknown =>
  ofValues({ ...valuesIn(content), ...changes })

/** What values make together, such as those of `valuesIn`, by their places. */
export function ofValues(values: Changes): unknown {
  const tree: Tree = new Map()
  for (const [place, value] of Object.entries(values)) if (value !== null) plant(tree, namesIn(place), value)
  return grown(tree, '')
}

/** A place may be that of a value, and have others below it: a list, its order and its options. */
type Tree = Map<string, { readonly value: ChangedValue | undefined; readonly below: Tree }>

function plant(tree: Tree, [name, ...rest]: readonly string[], value: ChangedValue): void {
  if (name === undefined) return
  const { value: known, below } = tree.get(name) ?? { value: undefined, below: new Map() }
  tree.set(name, { value: rest.length === 0 ? value : known, below })
  plant(below, rest, value)
}

const grown = (tree: Tree, place: string): unknown =>
  Object.fromEntries(
    [...tree].map(([name, { value, below }]) => {
      const here = place + placeOf(name)
      if (optionLists.some((list) => list === here)) return [name, optionsIn(value, below)]
      if (here === LINKS) return [name, ordered(value, below).map((id) => ({ id, ...linkIn(below, id) }))]
      return [name, value === undefined ? grown(below, here) : value]
    }),
  )

/** What is named below a list, in the order of the list; what the order does not name comes last. */
function ordered(order: ChangedValue | undefined, below: Tree): readonly string[] {
  const named = (codesSchema.safeParse(order).data ?? []).filter((each) => below.has(each))
  // In one order, whichever was added first.
  return [...named, ...[...below.keys()].filter((each) => !named.includes(each)).toSorted()]
}

const linkIn = (links: Tree, id: string) =>
  Object.fromEntries([...(links.get(id)?.below ?? [])].map(([name, { value }]) => [name, value]))

/** The options of a list in its order. One that the order does not name comes by the alphabet, or at the end. */
function optionsIn(order: ChangedValue | undefined, below: Tree): readonly (readonly [string, unknown])[] {
  const known = codesSchema.safeParse(order).data ?? []
  const labels = new Map([...below].map(([code, { value }]) => [code, value] as const))
  const ordered = known.filter((code) => labels.has(code)).map((code) => [code, labels.get(code)] as const)
  // In one order, whichever was added first.
  const others = [...labels]
    .filter(([code]) => !known.includes(code))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  return others.reduce(inItsPlace, ordered)
}

type Option = readonly [string, unknown]

function inItsPlace(options: readonly Option[], added: Option): readonly Option[] {
  const isAfter = (one: Option, other: Option) => String(one[1]).localeCompare(String(other[1]), 'en') > 0
  const named = options.filter(([code]) => code !== '')
  const isAlphabetical =
    named.length > 1 && named.every((each, index) => index === 0 || isAfter(each, named[index - 1] ?? each))
  const place = isAlphabetical ? options.findIndex((each) => each[0] !== '' && isAfter(each, added)) : -1
  return place === -1 ? [...options, added] : options.toSpliced(place, 0, added)
}

/** What turns one content into another. */
export function changesBetween(from: EditionContent, to: EditionContent): Changes {
  const [before, after] = [valuesIn(from), valuesIn(to)]
  const places = new Set([...Object.keys(before), ...Object.keys(after)])
  return Object.fromEntries(
    [...places]
      .filter((place) => !isSame(before[place], after[place]))
      .map((place) => [place, after[place] ?? null] as const),
  )
}

/** Whether two values of one place are the same. */
export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The same text for the same content, whatever the order in which its entries were written. */
export const canonicalContent = (content: EditionContent): string =>
  JSON.stringify(Object.entries(valuesIn(content)).toSorted(([one], [other]) => (one < other ? -1 : 1)))
