import type { ChoiceQuestion, Item, PhoneQuestion, TextQuestion } from '../../../engine/index.ts'

/** An item on a line. `span` is the number of columns it takes, out of six; undefined if it has the line to itself. */
type Cell = { readonly place: number; readonly item: Item; readonly span?: number }
/** `place` is the index of its first item in the list. It serves as a stable key, because the list never changes. */
export type Line = { readonly place: number; readonly cells: readonly Cell[] }

/**
 * Arranges items in lines. Short answers share a line of six columns. The parts of an address, recognized by their key
 * endings, are arranged as on an envelope.
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
  if (!isShort(item)) return undefined
  if (item.fits !== undefined && item.fits > mostInHalf) return 6
  if (item.key.endsWith('address_line_1')) return next && 'key' in next && next.key.endsWith('address_line_2') ? 4 : 6
  return spans.find(([ending]) => item.key.endsWith(ending))?.[1] ?? 3
}

const mostInHalf = 20 // characters

const spans = [
  ['address_line_2', 2],
  ['zip', 2],
  ['country', 4],
] as const

const isShort = (item: Item): item is TextQuestion | PhoneQuestion | ChoiceQuestion =>
  item.kind === 'text' || item.kind === 'phone' || (item.kind === 'choice' && item.as !== 'radio')
