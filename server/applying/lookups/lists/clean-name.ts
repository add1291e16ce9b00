/** A school's name as people write it: not all capitals, no 'Main Campus', federal abbreviations spelled out. */
export function cleanName(given: string): string {
  const name = given
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[- ]+main campus$/i, '')
    .replace(/\bH\.? ?S\.?$/i, 'High School')
    .replace(/\b(?:schl|sch)\b\.?/gi, 'School')
    .replace(/\bsr\b\.? high/i, 'Senior High')
    .replace(/\bjr\b\.? high/i, 'Junior High')
  return isAllCapitals(name) ? toNormalCase(name) : name
}

/** A street or city in normal case, if the list has it in capitals. */
export const cleanPlace = (given: string): string => {
  const place = given.replace(/\s+/g, ' ').trim()
  return isAllCapitals(place) ? toNormalCase(place) : place
}

/** A ZIP code with its hyphen and with the leading zeros that a spreadsheet removed. */
export function cleanZip(given: string): string {
  const digits = given.replace(/\D/g, '')
  if (digits === '') return given.trim()
  if (!/^[\d -]+$/.test(given)) return given.trim() // not from the United States
  const five = digits.length > 5 ? digits.padStart(9, '0') : digits.padStart(5, '0')
  return five.length === 9 && !five.endsWith('0000') ? `${five.slice(0, 5)}-${five.slice(5)}` : five.slice(0, 5)
}

/** No lower-case letter except in the words written out above, and more than a name of initials. */
function isAllCapitals(text: string): boolean {
  const own = text.replace(/High School|School|Senior High|Junior High/g, '')
  return !/\p{Ll}/u.test(own) && (/\p{L}{7}/u.test(own) || /\p{L}.*\s.*\p{L}{2}/u.test(own))
}

const LOWERCASE_WORDS = new Set(['of', 'the', 'at', 'and', 'in', 'for', 'de', 'on'])
const UPPERCASE_WORDS = new Set([
  'llc',
  'ne',
  'nw',
  'se',
  'sw',
  'po',
  'us',
  'ii',
  'iii',
  'iv',
  'suny',
  'cuny',
  'ymca',
  'ywca',
])

const toNormalCase = (text: string) =>
  text.toLowerCase().replace(/[\p{L}\p{N}'’]+/gu, (word, at: number) => {
    if (UPPERCASE_WORDS.has(word)) return word.toUpperCase()
    if (at > 0 && LOWERCASE_WORDS.has(word)) return word
    return word.replace(
      /^(mc|o['’])?(\p{L})/u,
      (_, prefix: string = '', letter: string) => capitalize(prefix) + letter.toUpperCase(),
    )
  })

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
