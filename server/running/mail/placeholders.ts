import type { Institution } from '../../../api/index.ts'
import { endInWords, formatDateTime, formatDay } from '../institution/index.ts'
import { documentInWords } from './document-in-words.ts'
import type { AttachedDocument, MailMessage } from './mail-message.ts'

type Texts = Readonly<Record<string, string>>

/** A `{placeholder}`: a value of the mail, a page of the site, or the path of an entry of institution.json. */
const PLACEHOLDER = /\{([^{}]*)\}/g

/** The names of the placeholders in a text. */
export const placeholdersIn = (text: string): readonly string[] =>
  [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name)

/** The text with its placeholders filled in; inserted values are not searched for placeholders. */
export const fillPlaceholders = (text: string, texts: Texts): string =>
  text.replace(PLACEHOLDER, (whole, name: string) => texts[name] ?? whole)

/** The values of the placeholders that every mail can use. */
export const siteTexts = (baseUrl: string, institution: Institution): Texts => ({
  ...textsIn(institution),
  login_link: `${baseUrl}/login`,
  forgot_link: `${baseUrl}/forgot`,
  signup_link: `${baseUrl}/signup`,
})

/** The values of one mail's own placeholders, formatted for people. */
export const messageTexts = ({ values }: MailMessage, { time_zone }: Institution): Texts =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, textOf(name, value, time_zone)]))

const TIMES: Readonly<Record<string, (time: Date, timeZone: string) => string>> = {
  ...{ valid_until: formatDateTime, submitted_at: formatDateTime, deleted_on: formatDay },
  ...{ open_until: endInWords, closes_at: endInWords },
}

type Listed = AttachedDocument | { readonly code: string; readonly signed_up_at: string }

function textOf(name: string, value: string | readonly Listed[] | undefined, timeZone: string): string {
  if (value === undefined) return ''
  if (typeof value !== 'string')
    return value.length === 0 ? 'none' : value.map((each) => listItemText(each, timeZone)).join(', ')
  return TIMES[name]?.(new Date(value), timeZone) ?? value
}

const listItemText = (each: Listed, timeZone: string) =>
  'code' in each
    ? `${each.code} (sign-up of ${formatDateTime(new Date(each.signed_up_at), timeZone)})`
    : documentInWords(each)

/** The strings and numbers of a settings object by their path, such as `links.aid`. */
function textsIn(settings: object, before = ''): Texts {
  const entries = Object.entries(settings).flatMap(([name, value]): [string, string][] => {
    const path = before + name
    if (typeof value === 'string' || typeof value === 'number') return [[path, String(value)]]
    const isNested = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isNested ? Object.entries(textsIn(value, `${path}.`)) : []
  })
  return Object.fromEntries(entries)
}
