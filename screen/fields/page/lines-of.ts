import type { ChoiceQuestion, Item, PhoneQuestion, Question, Role, TextQuestion } from '../../../engine/index.ts'

/**
 * An item on a line. `span` is the number of columns it takes, out of six; undefined if it has the line to itself.
 * `fills`: its box is as wide as its columns, so that the lines of an address end at one edge.
 */
type Cell = { readonly place: number; readonly item: Item; readonly span?: number; readonly fills?: true }
/** `place` is the index of its first item in the list. It serves as a stable key, because the list never changes. */
export type Line = { readonly place: number; readonly cells: readonly Cell[] }

const COLUMNS = 6

/**
 * Arranges items in lines of six columns. Short answers share a line, and so do the two months of a period. The parts
 * of an address or a school are arranged by their roles, as on an envelope.
 */
export function linesOf(items: readonly Item[]): readonly Line[] {
  const lines: { place: number; cells: Cell[] }[] = []
  items.forEach((item, place) => {
    const span = spanOf(items, place)
    const last = lines.at(-1)
    if (span === undefined) lines.push({ place, cells: [{ place, item }] })
    else {
      const cell = { place, item, span, ...(partIn(item) && ({ fills: true } as const)) }
      if (last && hasRoomFor(cell, last.cells)) last.cells.push(cell)
      else lines.push({ place, cells: [cell] })
    }
  })
  return lines.reduce<readonly Line[]>(withoutOrphan, [])
}

function hasRoomFor({ item, span }: Cell, cells: readonly Cell[]): boolean {
  const isOfOneKind = cells.every((each) => (each.item.kind === 'monthYear') === (item.kind === 'monthYear'))
  return isOfOneKind && cells.every((each) => each.span !== undefined) && width(cells) + (span ?? 0) <= COLUMNS
}

const width = (cells: readonly Cell[]) => cells.reduce((sum, { span = 0 }) => sum + span, 0)

/** Three answers share a line when the third would be left alone. */
function withoutOrphan(lines: readonly Line[], line: Line): readonly Line[] {
  const before = lines.at(-1)
  const cells = [...(before?.cells ?? []), ...line.cells]
  const isOrphan = line.cells.length === 1 && before?.cells.length === 2 && cells.every(isHalf)
  if (!before || !isOrphan) return [...lines, line]
  return [...lines.slice(0, -1), { place: before.place, cells: cells.map((cell) => ({ ...cell, span: 2 })) }]
}

const isHalf = ({ span, fills, item }: Cell) => span === 3 && !fills && item.kind !== 'monthYear'

function spanOf(items: readonly Item[], place: number): number | undefined {
  const [before, item, next] = [items[place - 1], items[place], items[place + 1]]
  if (item?.kind === 'monthYear') return before?.kind === 'monthYear' || next?.kind === 'monthYear' ? 3 : undefined
  const part = item?.kind === 'when' ? partIn(item) : item
  if (!part || !isShort(part)) return undefined
  if (part.fits !== undefined && part.fits > mostInHalf) return 6
  if (part.role === 'address_line_1') return next && partIn(next)?.role === 'address_line_2' ? 4 : 6
  return (part.role && spans[part.role]) ?? 3
}

/** A part of an address, also where it is asked only in some countries. */
function partIn(item: Item): Question | undefined {
  const only = item.kind === 'when' && item.items.length === 1 ? item.items[0] : item
  return only && 'key' in only && only.role ? only : undefined
}

const mostInHalf = 20 // characters

const spans: { readonly [each in Role]?: number } = {
  country: 6,
  address_line_2: 2,
  zip: 2,
  city: 2,
  state: 2,
  region: 2,
}

const isShort = (item: Item): item is TextQuestion | PhoneQuestion | ChoiceQuestion =>
  item.kind === 'text' || item.kind === 'phone' || (item.kind === 'choice' && item.as !== 'radio')
