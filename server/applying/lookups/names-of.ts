import type { School } from './school.ts'
import { stateFrom } from './states.ts'
import { isSmall, plain, wordsOf } from './words-of.ts'

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
