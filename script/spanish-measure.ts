/**
 * How easy a Spanish text is to read: the perspicuity of Szigriszt Pazos (1993), which is Flesch's formula fitted to
 * Spanish. On the INFLESZ scale (Barrio-Cantalejo and others, Anales del Sistema Sanitario de Navarra 31(2), 2008, made
 * with what patients and pupils read) below 40 is very hard, 40 to 55 hard, 55 to 65 normal, 65 to 80 fairly easy. The
 * grades of Crawford (1989) end at the sixth, so they can't tell an eighth.
 */
export function perspicuityOf(texts: readonly string[]): number {
  const words = texts.flatMap(wordsOf)
  const sentences = texts.flatMap((text) => text.split(/[.!?:]+(?:\s|$)/)).filter((sentence) => sentence.trim() !== '')
  const syllables = words.reduce((sum, word) => sum + syllablesIn(word), 0)
  return 206.835 - (62.3 * syllables) / words.length - words.length / sentences.length
}

const wordsOf = (text: string): readonly string[] => text.match(/[\p{L}\p{N}’'-]+/gu) ?? []

/**
 * A syllable for each group of vowels, and one more where two of them do not go together: two of a, e, o, or one of
 * them beside an í or ú. The u of que, qui, gue and gui is silent, h parts nothing, and y is a vowel but before one.
 */
export function syllablesIn(word: string): number {
  const spoken = word
    .toLowerCase()
    .replaceAll(/(?<=[gq])u(?=[eéií])/g, '')
    .replaceAll(/(?<=[aeiouáéíóúü])h(?=[aeiouáéíóúü])/g, '')
    .replaceAll(/y(?![aeiouáéíóúü])/g, 'i')
  const groups = spoken.match(/[aeiouáéíóúü]+/g)?.length ?? 1
  const parted = spoken.match(/[aeoáéó](?=[aeoáéóíú])|[íú](?=[aeoáéó])/g)?.length ?? 0
  return groups + parted
}
