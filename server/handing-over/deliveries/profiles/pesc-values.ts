import countries from 'i18n-iso-countries'

/** What CoreMain 1.16.0 lets a value be. Lengths are in characters. */

export const upTo =
  (most: number, least = 1) =>
  (value: string): boolean => {
    const { length } = [...value]
    return length >= least && length <= most
  }
export const isEmptyOr =
  (fits: (value: string) => boolean) =>
  (value: string): boolean =>
    value === '' || fits(value)
export const matches =
  (pattern: RegExp) =>
  (value: string): boolean =>
    pattern.test(value)

export const isDecimal = matches(/^\d+(\.\d+)?$/)
export const isRank = matches(/^[1-9]\d{0,3}$/)
export const isYearMonth = matches(/^\d{4}-(0[1-9]|1[0-2])$/)
export const isDate = (value: string): boolean => {
  const date = new Date(`${value}T00:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(date.valueOf()) && date.toISOString().startsWith(value)
}
/** Characters that no XML 1.0 document can hold. */
export const hasNoXmlCharacters = matches(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u)

/** Codes of ISO 3166-1 that are younger than its list. */
const younger = new Set('BQ CW GG IM JE ME BL MF RS SX SS XK'.split(' '))
export const isCountry = (value: string): boolean =>
  /^[A-Z]{2}$/.test(value) && countries.isValid(value) && !younger.has(value)

const states = new Set(
  `AA AB AE AK AL AP AR AS AZ BC CA CO CT CZ DC DE FL FM GA GU HI IA ID IL IN KS KY LA MA MB MD ME MH MI MN MO MP MS MT
   NB NC ND NE NF NH NJ NL NM NS NT NU NV NY OH OK ON OR PA PE PR PW QC RI SC SD SK TN TX UT VA VI VT WA WI WV WY YT`.split(
    /\s+/,
  ),
)
export const isState = (value: string): boolean => states.has(value)

/** Levels of awards; the ones of CoreMain that a code map may name. */
export const isAwardLevel = matches(/^(B(1[7-9]|2[0-8]|5[89]|60)|1\.[12]|2\.[0-7]|3\.[12]|4\.[1-5])$/)
