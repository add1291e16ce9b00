/**
 * One line: composed letters (NFC), single plain blanks between words, and nothing that does not show (Q87). What shows
 * nothing at all becomes ''. Idempotent, as is every function here; canonical text comes back as the same string.
 */
export function canonicalText(text: string): string {
  if (isPlain(text)) return text
  const canonical = visibleIn(text).replace(/\s+/gu, ' ').trim().normalize('NFC')
  // Marks that had something between them change places when it goes, and then less may be needed.
  return canonical === text ? text : canonicalText(canonical)
}

/** The same for each line of several. Blank lines between them stay. */
export function canonicalParagraph(text: string): string {
  if (isPlain(text)) return text
  const lines = text.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/).map(canonicalText)
  const [first, last] = [lines.findIndex(Boolean), lines.findLastIndex(Boolean)]
  return first < 0 ? '' : lines.slice(first, last + 1).join('\n')
}

/** A code, number, date, phone number or ZIP code: digits and signs of every script and width as ASCII. */
export const canonicalCode = (text: string): string =>
  isPlain(text)
    ? text
    : canonicalText(
        text
          .normalize('NFKC')
          .replace(/\p{Nd}/gu, asciiDigit)
          .replace(/[\u2010-\u2015\u2212]/g, '-')
          .replace(/\u066B/g, '.'),
      )

/** An email address: without anything that does not show, in letters of normal width, its domain in lower case. */
export function canonicalEmail(text: string): string {
  const address = canonicalText(text.replace(/[\uFF01-\uFF5E]/g, (wide) => wide.normalize('NFKC')))
  const at = address.lastIndexOf('@')
  return at < 0 ? address : (address.slice(0, at) + address.slice(at).toLowerCase()).normalize('NFC')
}

/** The name of a file without folders, as it is counted, stored and delivered. */
export const canonicalFileName = (name: string): string => canonicalText(name.replace(/^.*[/\\]/su, ''))

/** Printable ASCII with single blanks is canonical, whatever it answers. Nearly every answer is. */
const isPlain = (text: string) =>
  /^[ -~]*$/.test(text) && !text.includes('  ') && !text.startsWith(' ') && !text.endsWith(' ')

/** The value of a digit. Every script has its ten digits in a row, from zero to nine. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let before = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1
  return String(before % 10)
}

const ZERO_WIDTH_NON_JOINER = '\u200C'
const ZERO_WIDTH_JOINER = '\u200D'
const BRAILLE_BLANK = '\u2800'

/** Whether a text has a sign that may show nothing. White space does not count. */
const hasUnseen = (text: string) =>
  /(?!\s)[\p{Cc}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB\u2800\u200E\u200F\u061C]/u.test(text)

/**
 * The text without control and format characters that show nothing: zero-width blanks, soft hyphens, changes of
 * direction. What a script or a picture needs between its signs stays: joiners, variation selectors, and marks of
 * direction in a text that is read from the right.
 */
function visibleIn(given: string): string {
  // Hangul fillers take the place of a letter and show none; U+FEFF counts as white space in JavaScript.
  const text = given
    .replace(/[\u3164\uFFA0\u0085]/g, ' ')
    .replace(/\uFEFF/g, '')
    .normalize('NFC')
  if (!hasUnseen(text)) return text
  const isRightToLeft = rightToLeft.test(text)
  const signs = [...text].filter((sign) => !isNeverNeeded(sign, isRightToLeft))
  const blank = /[\u2801-\u28FF]/.test(text) ? BRAILLE_BLANK : ' '
  const kept: string[] = []
  for (const [place, sign] of signs.entries()) {
    if (sign === BRAILLE_BLANK) kept.push(blank)
    else if (isNeeded(sign, kept.at(-1) ?? '', signs[place + 1] ?? '')) kept.push(sign)
  }
  return kept.join('')
}

/** Any letter that is written from right to left. */
export const rightToLeft =
  /(?=\p{L})[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u

function isNeverNeeded(sign: string, isRightToLeft: boolean): boolean {
  if (/[\u200E\u200F\u061C]/.test(sign)) return !isRightToLeft
  if (/[\u034F\u115F\u1160\u180E\u200C\p{Variation_Selector}\u{E0020}-\u{E007F}]|\u200D/u.test(sign)) return false
  return /(?!\s)[\p{Cc}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/u.test(sign)
}

/** Scripts in which a joiner changes how the letters beside it look. */
const joined =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\u064B-\u0655\u0670]/u

/** Whether a sign that shows nothing by itself changes how its neighbors look; true for any other sign. */
function isNeeded(sign: string, before: string, after: string): boolean {
  const isShown = (neighbor: string) => neighbor !== '' && !hasUnseen(neighbor) && !/\s/u.test(neighbor)
  switch (true) {
    case sign === ZERO_WIDTH_JOINER && /[\p{Extended_Pictographic}\p{Emoji_Modifier}]|\uFE0F/u.test(before):
      return /\p{Extended_Pictographic}/u.test(after)
    case sign === ZERO_WIDTH_JOINER:
      return joined.test(before) && isShown(before)
    case sign === ZERO_WIDTH_NON_JOINER || sign === '\u180E':
      return joined.test(before) && isShown(before) && joined.test(after) && isShown(after)
    case /\p{Variation_Selector}/u.test(sign):
      return isShown(before)
    case /[\u{E0020}-\u{E007F}]/u.test(sign): // the flags of England, Scotland and Wales
      return /[\u{1F3F4}\u{E0020}-\u{E007E}]/u.test(before)
    case sign === '\u034F': // keeps two marks apart
      return /\p{M}/u.test(before) && isShown(before) && /\p{M}/u.test(after) && isShown(after)
    case /[\u115F\u1160]/.test(sign): // stand for a missing part of a Korean syllable
      return /[\u1100-\u115F]/.test(before) || /[\u1161-\u11FF]/.test(after)
    default:
      return true
  }
}
