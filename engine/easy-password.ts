/** What everybody knows of an institution and of who chooses a password. */
type Known = {
  readonly partner_name: string
  readonly partner_short_name: string
  readonly vendor: string
  readonly address: { readonly city: string }
  readonly username: string
}

/** Signs that stand for a letter, as in pa$$w0rd. */
const letters: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's' }

/**
 * Whether a password is among those that are tried first: one common word or common password, or one letter again and
 * again, whatever numbers and signs stand around it, before or after words that everybody knows
 * (docs/decisions/0094). Two common words are not.
 */
export function isEasyToGuess(password: string, known: Known, common: ReadonlySet<string>): boolean {
  const all = [known.partner_name, known.partner_short_name, known.vendor, known.address.city, known.username]
  const knownWords = new Set(all.flatMap((each) => wordsIn(plain(each))))
  const lower = plain(password)
  const inside = lower.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const spelled = inside.replace(/[013457@$]/g, (sign) => letters[sign] ?? sign)
  return [lower, spelled].some((text) => {
    const words = wordsIn(text)
    const own = [...new Set(words)].filter((word) => !knownWords.has(word) && new Set(word).size > 1)
    return own.length === 0 || (own.length === 1 && common.has(own[0] ?? '')) || common.has(words.join(''))
  })
}

/** The common words in published lists of passwords, as `isEasyToGuess` compares them. */
export const commonWords = (lists: readonly (readonly (string | number)[])[]): ReadonlySet<string> =>
  new Set(lists.flatMap((list) => list.map((each) => wordsIn(String(each)).join(''))))

/** Letters without their accents. */
const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
const wordsIn = (text: string): readonly string[] => text.match(/\p{L}+/gu) ?? []
