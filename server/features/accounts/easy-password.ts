import type { Institution } from '../../../api/index.ts'

/** What everybody knows of an institution. */
export type KnownOfInstitution = Pick<Institution, 'partner_name' | 'partner_short_name' | 'vendor' | 'address'>
type Known = KnownOfInstitution & { readonly username: string }

/** Signs that stand for a letter, as in pa$$w0rd. */
const letters: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's' }

/**
 * Whether a password is among those that are tried first: one common word or common password, whatever numbers and signs
 * stand around it, before or after words that everybody knows (docs/decisions/0084). Two common words are not.
 */
export async function isEasyToGuess(password: string, known: Known): Promise<boolean> {
  const common = await commonWords()
  const all = [known.partner_name, known.partner_short_name, known.vendor, known.address.city, known.username]
  const knownWords = new Set(all.flatMap((each) => wordsIn(plain(each))))
  const lower = plain(password)
  const inside = lower.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const spelled = inside.replace(/[013457@$]/g, (sign) => letters[sign] ?? sign)
  return [lower, spelled].some((text) => {
    const words = wordsIn(text)
    const own = [...new Set(words)].filter((word) => !knownWords.has(word))
    return own.length === 0 || (own.length === 1 && common.has(own[0] ?? '')) || common.has(words.join(''))
  })
}

/** Letters without their accents. */
const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
const wordsIn = (text: string): readonly string[] => text.match(/\p{L}+/gu) ?? []

let unpacked: Promise<ReadonlySet<string>> | undefined

/** 40,000 words that come first in published lists of passwords, unpacked when somebody first chooses one. */
function commonWords(): Promise<ReadonlySet<string>> {
  unpacked ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) =>
      new Set(Object.values(dictionary).flatMap((list) => list.map((each) => wordsIn(each).join('')))),
  )
  return unpacked
}
