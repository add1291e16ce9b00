import { canonicalCode } from './canonical-text.ts'

/** WHATWG's email pattern, with at least one dot in the domain. Surrounding white space is ignored. */
export const isEmail = (value: string): boolean =>
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i.test(
    value.trim(),
  )

/** (NXX) NXX-XXXX; area code and exchange start with 2 to 9 (requirements 5.application.29 and 9.phone.1). */
export const isPhone = (value: string): boolean => /^\([2-9]\d{2}\) [2-9]\d{2}-\d{4}$/.test(value)

/** 3-2-4 digits with dashes (requirement 4.ssn.1). A whole number stays one when it is masked (Q68). */
export const isSsn = (value: string): boolean => /^(\d{3}-\d\d|\*{3}-\*\*)-\d{4}$/.test(value)

/** Whether a secret number is masked, even in part. What anybody types has no asterisk. */
export const isMasked = (value: string): boolean => value.includes('*')

/**
 * Formats the digits typed so far as (###) ###-#### (requirement 5.application.35). A number may be pasted in any
 * notation: a leading +1 or 1 before ten digits is the country code and is dropped. Digits after the tenth are kept, so
 * that no typed digit is lost.
 */
export function maskedPhone(typed: string): string {
  const all = digitsIn(typed)
  const digits = all.length === 11 && all.startsWith('1') ? all.slice(1) : all
  if (digits.length > 10) return digits
  if (digits.length <= 3) return digits === '' ? '' : `(${digits}`
  if (digits.length <= 6) return `(${digits.slice(0, 3)}) ${digits.slice(3)}`
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`
}

/** Formats the digits typed so far as 3-2-4 with dashes (requirement 4.ssn.1). Digits after the ninth are kept. */
export function maskedSsn(typed: string): string {
  const digits = digitsIn(typed)
  return [digits.slice(0, 3), digits.slice(3, 5), digits.slice(5)].filter((part) => part !== '').join('-')
}

/**
 * A secret number as everybody reads it but its owner while typing: only the last four digits, or nothing when the
 * number is incomplete. A masked number stays as it is.
 */
export const withoutSecret = (value: string): string => (isSsn(value) ? `***-**-${value.slice(-4)}` : '***-**-****')

/** The digits of a text, of whatever script, as ASCII. */
const digitsIn = (text: string): string => canonicalCode(text).replace(/\D/g, '')
