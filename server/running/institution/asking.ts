import { type EditionContent, isSame } from '../../../api/index.ts'
import {
  type Form,
  keepingOwn,
  MOST_UNLESS_SAID,
  type OwnItem,
  oncePer,
  type Register,
  registerOf,
  type Structure,
  type StructureFault,
  structureFaults,
  withStructure,
} from '../../../engine/index.ts'
import { admissions, baseRegister, needs } from '../../../form/index.ts'

/** What an institution asks otherwise than the form of the release; nothing, if it has no structure. */
type Asking = { readonly structure?: Structure | undefined }

/** What an institution asks, in the words of the product. */
export const definitionOf = oncePer(
  ({ structure }: Asking): Form => (structure === undefined ? admissions : withStructure(admissions, structure)),
)

/** Every key that it ever asked, with its columns. */
export const registerOfInstitution = oncePer(
  ({ structure }: Asking): Register =>
    structure === undefined ? baseRegister() : registerOf(baseRegister(), admissions, structure),
)

/** Why an office cannot ask what it wants to ask, each by the name of an item. */
export const askingFaults = ({ structure }: Asking): readonly StructureFault[] =>
  structure === undefined ? [] : structureFaults(admissions, structure, needs)

/** A content that came whole, from a file or an earlier edition, with what was published of the office's own since, stopped. */
export function keptOwn(content: EditionContent, before: Asking): EditionContent {
  const { structure = {} } = content
  const kept = keepingOwn(before.structure ?? {}, structure)
  return kept === structure ? content : { ...content, structure: kept }
}

/**
 * A content as the edition with this number has it. What it asks for the first time is asked since then, what it stops
 * was asked until the one before, and nothing of the office's own that was ever published is missing.
 */
export function stamped(content: EditionContent, before: Asking | undefined, number: number): EditionContent {
  const past: Structure = before?.structure ?? {}
  const { versions: _, ...asked } = keptOwn(content, { structure: past }).structure ?? {}
  const { versions = [], ...last } = past
  const version = `${admissions.version}+${number}`
  const until = definitionOf({ structure: past }).version
  // Stamps are of this office alone: those of a file that came from another one say nothing here.
  const own = Object.entries(asked.own ?? {}).map(([id, { added: _added, ...item }]) => {
    const was = past.own?.[id]
    if (was === undefined) return [id, { ...item, since: version }] as const
    const { since = version } = was
    const added = { ...Object.fromEntries(addedTo(was, item).map((name) => [name, version])), ...was.added }
    return [id, { ...item, since, ...(Object.keys(added).length > 0 ? { added } : {}) }] as const
  })
  const stopped = Object.keys(asked.stopped ?? {}).map((name) => [name, last.stopped?.[name] ?? until] as const)
  const next: Structure = {
    ...asked,
    ...(own.length > 0 ? { own: Object.fromEntries(own) } : {}),
    ...(stopped.length > 0 ? { stopped: Object.fromEntries(stopped) } : {}),
  }
  const isChanged = !isSame(sorted(next), sorted(last))
  if (!isChanged && versions.length === 0) return content
  return { ...content, structure: { ...next, versions: isChanged ? [...versions, version] : versions } }
}

/** The checkboxes and entries that something of the office's own has now and had not: their columns come later. */
function addedTo(was: OwnItem, { kind, options = {}, most = MOST_UNLESS_SAID }: OwnItem): readonly string[] {
  if (kind === 'checkboxes') return Object.keys(options).filter((code) => was.options?.[code] === undefined)
  if (kind !== 'repeated') return []
  const { most: before = MOST_UNLESS_SAID } = was
  return Array.from({ length: Math.max(0, most - before) }, (_, index) => String(before + index + 1))
}

/** The same text for the same structure, in whichever order it was written. */
const sorted = (value: unknown): unknown =>
  Array.isArray(value) || typeof value !== 'object' || value === null
    ? value
    : Object.entries(value)
        .filter(
          ([, each]) =>
            each !== undefined && !(typeof each === 'object' && each !== null && Object.keys(each).length === 0),
        )
        .map(([name, each]) => [name, sorted(each)] as const)
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
