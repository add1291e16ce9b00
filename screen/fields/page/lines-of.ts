import type { ChoiceQuestion, Item, PhoneQuestion, Role, TextQuestion } from '../../../engine/index.ts'

/** An item on a line. `span` is the number of columns it takes, out of six; undefined if it has the line to itself. */
type Cell = { readonly place: number; readonly item: Item; readonly span?: number }
/** `place` is the index of its first item in the list. It serves as a stable key, because the list never changes. */
export type Line = { readonly place: number; readonly cells: readonly Cell[] }

/**
 * Arranges items in lines. Short answers share a line of six columns. The parts of an address or a school are
 * arranged by their roles, as on an envelope.
 */
export function linesOf(items: readonly Item[]): readonly Line[] {
  const lines: { place: number; cells: Cell[] }[] = []
  items.forEach((item, place) => {
    const span = spanOf(item, items[place + 1])
    const last = lines.at(-1)
    if (span === undefined) lines.push({ place, cells: [{ place, item }] })
    else if (last?.cells[0]?.span === undefined) lines.push({ place, cells: [{ place, item, span }] })
    else last.cells.push({ place, item, span })
  })
  return lines
}

function spanOf(item: Item, next: Item | undefined): number | undefined {
  if (item.kind === 'when' && item.items.length === 1) return item.items.flatMap((only) => spanOfPart(only) ?? [])[0]
  if (!isShort(item)) return undefined
  if (item.fits !== undefined && item.fits > mostInHalf) return 6
  if (item.role === 'address_line_1') return next && 'key' in next && next.role === 'address_line_2' ? 4 : 6
  return (item.role && spans[item.role]) ?? 3
}

/** A part of an address keeps its place in the row where it is asked only in some countries. */
const spanOfPart = (item: Item) => ('key' in item && item.role ? spans[item.role] : undefined)

const mostInHalf = 20 // characters

const spans: { readonly [each in Role]?: number } = { country: 6, address_line_2: 2, zip: 2, city: 2, state: 2 }

const isShort = (item: Item): item is TextQuestion | PhoneQuestion | ChoiceQuestion =>
  item.kind === 'text' || item.kind === 'phone' || (item.kind === 'choice' && item.as !== 'radio')
