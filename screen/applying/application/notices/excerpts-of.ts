/** Characters of a text that are shown at once, enough to tell two apart: eight lines of a phone. */
const SHOWN = 240
/** How many of these may come before the first difference, to show where in the text it is. */
const BEFORE = 60

/**
 * Two answers, shown for comparison. Long ones start shortly before the first difference and include their length;
 * otherwise two essays that differ further down would look the same.
 */
export function excerptsOf(one: string, other: string): readonly [string, string] {
  const [first, second] = [[...one], [...other]] // by whole characters: none is cut in two
  if (Math.max(first.length, second.length) <= SHOWN) return [one, other]
  const longer = first.length > second.length ? first : second
  const found = longer.findIndex((_, at) => first[at] !== second[at])
  const start = startBefore(first, found === -1 ? 0 : found)
  return [excerptFrom(first, start), excerptFrom(second, start)]
}

/** The beginning of a word, or of the text. */
function startBefore(text: readonly string[], difference: number): number {
  const earliest = difference - BEFORE
  if (earliest <= 0) return 0
  const space = text.slice(earliest, difference).findIndex((each) => each.trim() === '')
  return space === -1 ? earliest : earliest + space + 1
}

function excerptFrom(text: readonly string[], start: number): string {
  const end = start + SHOWN
  if (start === 0 && text.length <= end) return text.join('')
  const shown = text
    .slice(start, end)
    .join('')
    .replace(/\n\s*\n/g, '\n')
    .trim()
  const length = text.length.toLocaleString('en-US')
  return `${start > 0 ? '… ' : ''}${shown}${text.length > end ? ' …' : ''}\n(${length} characters in all)`
}
