/**
 * The words of a name or a search in a normal form: without case, accents, punctuation and the small words that people
 * leave out, and with abbreviations written out. 'St. Mary’s H.S.' gives st, marys, high, school.
 */
export function wordsOf(text: string): string[] {
  const words = plain(text)
    .split(' ')
    .flatMap((word) => (Object.hasOwn(written, word) ? (written[word] ?? []) : [word]))
  const significant = words.filter((word) => !small.has(word))
  return significant.length > 0 ? significant : words.filter((word) => word !== '')
}

/** A text without case, accents and punctuation; `A & M`, `A and M` and `C. M.` become one word each. */
export const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}'’‘ʻ`.]/gu, '')
    .toLowerCase()
    .replace(/\b([a-z]) ?(?:&| and ) ?([a-z])\b/g, '$1and$2')
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/\b([a-z]) (?=[a-z]\b)/g, '$1')
    .trim()

/** Whether people leave a word out; the codes of three states are such words too. */
export const isSmall = (word: string): boolean => small.has(word.toLowerCase())

const small = new Set(['of', 'the', 'at', 'and', 'in', 'for', 'a', 'de', 'du', 'la', 'le'])

/**
 * Abbreviations that lists contain, or that do not begin the full word; others, such as 'coll', are found as
 * beginnings.
 */
const written: Readonly<Record<string, readonly string[]>> = {
  univ: ['university'],
  universite: ['university'],
  cc: ['community', 'college'],
  jc: ['junior', 'college'],
  hs: ['high', 'school'],
  shs: ['senior', 'high', 'school'],
  jr: ['junior'],
  sr: ['senior'],
  schl: ['school'],
  ctr: ['center'],
  centre: ['center'],
  intl: ['international'],
  cnty: ['county'],
  nw: ['northwest'],
  sw: ['southwest'],
  wm: ['william'],
}
