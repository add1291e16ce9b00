import type { School } from './school.ts'
import { stateFrom } from './states.ts'

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
  IS_WORDS.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKD')
        .replace(/[\p{M}'’‘ʻ`.]/gu, '')
        .toLowerCase()
        .replace(/\b([a-z]) ?(?:&| and ) ?([a-z])\b/g, '$1and$2')
        .replace(/&/g, ' and ')
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .replace(/\b([a-z]) (?=[a-z]\b)/g, '$1')
        .trim()

/** Most names of a list, for which nothing but the case has to change: a start reads some 90,000 of them. */
const IS_WORDS = /^[a-z\d]{2,}(?: [a-z\d]{2,})*$/i

/** Whether people leave a word out; the codes of three states are such words too. */
const isSmall = (word: string): boolean => small.has(word.toLowerCase())

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

/**
 * The names that a person may search for a school by, each as words: its own, its aliases, and, for a college, names
 * derived from its name: its initials (MIT), the initials of its system with the campus (UC Davis, UW Stout, UT Austin),
 * and with the code of its state (ND State).
 */
export function namesOf({ name, aliases, category, city, state }: School): readonly (readonly string[])[] {
  const derived = category === 'college_ceeb' ? [...initialsOf(name, city), ...withCode(name, state)] : []
  const names = [name, ...aliases, ...derived].map(wordsOf).filter((words) => words.length > 0)
  return [...new Map(names.map((words) => [words.join(' '), words])).values()]
}

function initialsOf(name: string, city: string): readonly string[] {
  const [system = '', campus] = campusOf(name, city)
  const short = initials(system)
  return [initials(name), ...(campus === undefined || short.length < 2 ? [] : [`${short} ${campus}`])].filter(
    (each) => each.length > 1,
  )
}

function withCode(name: string, state: string): readonly string[] {
  const code = stateFrom(state)?.code
  return code !== undefined && !isSmall(code) && name.includes(state) ? [name.replace(state, code)] : []
}

const initials = (name: string) => {
  const words = wordsOf(name)
  return words.length < 2 ? '' : words.map((word) => word[0]).join('')
}

/** The system and the campus in a name such as 'University of Wisconsin-Stout'. */
function campusOf(name: string, city: string): readonly [system: string, campus?: string] {
  const split = /^(.{8,}?)(?:-|, | at | in )(.+)$/.exec(name)
  if (split) return [split[1] ?? name, split[2] ?? '']
  return city !== '' && plain(name).endsWith(` ${plain(city)}`)
    ? [plain(name).slice(0, -plain(city).length), city]
    : [name]
}

/** The other spelling of a word in names, such as 'saint' for 'st'. */
export const otherSpelling = (word: string): string | undefined => otherSpellings.get(word)

const pairs = [
  ['st', 'saint'],
  ['ste', 'sainte'],
  ['mt', 'mount'],
  ['ft', 'fort'],
] as const

const otherSpellings = new Map<string, string>(
  pairs.flatMap(([short, long]) => [[short, long] as const, [long, short] as const]),
)
