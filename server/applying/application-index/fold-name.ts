/** Letters that Unicode does not split into a letter and a mark. */
const PLAIN: Readonly<Record<string, string>> = {
  ...{ ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ß: 'ss', æ: 'ae', œ: 'oe', ı: 'i', ħ: 'h', ŧ: 't', ŋ: 'n' },
}

/**
 * The words of a name as they are compared: small letters without marks, so that "Núñez-O’Brien" is found as "nunez
 * obrien". Apostrophes join, everything else that is neither a letter nor a digit separates.
 */
export const foldedWords = (name: string): readonly string[] =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[øłđðþßæœıħŧŋ]/g, (letter) => PLAIN[letter] ?? letter)
    .replace(/[\p{M}'’‘ʻʼ`]/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
