import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Institution } from '../../../api/index.ts'
import { say } from '../../../engine/index.ts'
import { type Settings, startupError } from '../../platform/settings/index.ts'
import { endInWords, formatDateTime, formatDay } from '../institution/index.ts'
import {
  type AttachedDocument,
  documentInWords,
  type MailMessage,
  mailMessageSchema,
  onOneLine,
} from './mail-message.ts'
import { type Block, checklistBlocks, mailWording, matterLink, type Wording } from './mail-wording.ts'

/**
 * The wording of each mail: the institution's own if institution.json asks for it with `custom_email_copy` (requirement
 * 1.institution.11), otherwise the built-in one. Throws a startup error if the wording cannot be used.
 */
export function createWording(
  { baseUrl, institutionFile }: Pick<Settings, 'baseUrl' | 'institutionFile'>,
  institution: Institution,
): (message: MailMessage) => Wording {
  if (!institution.custom_email_copy) return (message) => mailWording(message, baseUrl, institution)
  const templates = readMailTemplates(institutionFile, institution)
  return (message) => customWording(templates[message.kind], message, baseUrl, institution)
}

/** The wording of a mail from the institution's own template. */
function customWording(
  template: MailTemplates,
  message: MailMessage,
  baseUrl: string,
  institution: Institution,
): Wording {
  const { about = {} } = message
  const checklist = checklistBlocks(about, institution)
  const ofApplication = {
    application_link: matterLink(baseUrl, about),
    application_term: about.term ?? '',
    application_checklist: checklist.flatMap(wordsOf).join('; '),
  }
  const texts = { ...siteTexts(baseUrl, institution), ...ofApplication, ...messageTexts(message, institution) }
  const fill = (text: string) => onOneLine(fillPlaceholders(text, texts))
  const blocks = template.paragraphs.flatMap((paragraph) =>
    paragraph === '{application_checklist}' ? checklist : [blockOf(paragraph, fill)],
  )
  return { subject: fill(template.subject), blocks }
}

const wordsOf = (block: Block): readonly string[] =>
  block.kind === 'list' ? block.items : block.kind === 'text' ? [block.text] : []

const LINK = /^\[([^\]]+)\]\((\S+)\)$/

/** A paragraph of only `{code}` is shown large, of only `[words](address)` as a link, anything else as text. */
function blockOf(paragraph: string, fill: (text: string) => string): Block {
  if (paragraph === '{code}') return { kind: 'code', code: fill(paragraph) }
  const [, words, href] = LINK.exec(paragraph) ?? []
  if (words !== undefined && href !== undefined) return { kind: 'link', text: fill(words), href: fill(href) }
  return { kind: 'text', text: fill(paragraph) }
}

/** The institution's template for one mail, with placeholders. */
type MailTemplates = { readonly subject: string; readonly paragraphs: readonly string[] }

type Kind = MailMessage['kind']

/** Placeholders without which a mail would be useless. */
const requiredPlaceholder: Readonly<Partial<Record<Kind, string>>> = {
  confirm_code: 'code',
  confirm_codes: 'codes',
  login_code: 'code',
  email_code: 'code',
  reset_link: 'link',
  receipt: 'reference',
}

/**
 * Reads `mail/<kind>.md` next to institution.json for every kind of mail. Throws a startup error that names the file (and
 * the placeholder) if a file is missing, has no subject, uses an unknown placeholder or lacks a necessary one.
 */
function readMailTemplates(institutionFile: string, institution: Institution): Readonly<Record<Kind, MailTemplates>> {
  const ofApplication = ['application_link', 'application_term', 'application_checklist']
  const sitePlaceholders = [...Object.keys(siteTexts('', institution)), ...ofApplication]
  const templates = mailMessageSchema.options.map(({ shape }) => {
    const kind = shape.kind.value
    const file = join(dirname(institutionFile), 'mail', `${kind}.md`)
    return [
      kind,
      validated(parseTemplate(file), file, requiredPlaceholder[kind], [
        ...sitePlaceholders,
        ...Object.keys(shape.values.shape),
      ]),
    ] as const
  })
  // One for each kind of the union, which the compiler cannot infer from fromEntries.
  return Object.fromEntries(templates) as Record<Kind, MailTemplates>
}

function parseTemplate(file: string): MailTemplates {
  const [head = '', ...body] = contentOf(file)
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
  const subject = /^# (.+)$/.exec(head)?.[1]?.trim() ?? ''
  const paragraphs = body
    .join('\n')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
  if (subject === '') throw startupError(`${file} must begin with a line "# subject of the mail".`)
  if (paragraphs.length === 0) throw startupError(`${file} has no text below its subject.`)
  return { subject, paragraphs }
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw startupError(`${file} cannot be read; custom_email_copy of institution.json asks for it.`, cause)
  }
}

function validated(
  template: MailTemplates,
  file: string,
  required: string | undefined,
  known: readonly string[],
): MailTemplates {
  const used = [template.subject, ...template.paragraphs].flatMap(placeholdersIn)
  const unknown = used.find((name) => !known.includes(name))
  if (unknown !== undefined) throw startupError(`${file} names {${unknown}}, which this mail does not have.`)
  if (required !== undefined && !template.paragraphs.flatMap(placeholdersIn).includes(required))
    throw startupError(`${file} does not name {${required}} below its subject, which the mail needs.`)
  return template
}

type Texts = Readonly<Record<string, string>>

/** A `{placeholder}`: a value of the mail, a page of the site, or the path of an entry of institution.json. */
const PLACEHOLDER = /\{([^{}]*)\}/g

/** The names of the placeholders in a text. */
const placeholdersIn = (text: string): readonly string[] => [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name)

/** The text with its placeholders filled in; inserted values are not searched for placeholders. */
const fillPlaceholders = (text: string, texts: Texts): string =>
  text.replace(PLACEHOLDER, (whole, name: string) => texts[name] ?? whole)

/** The values of the placeholders that every mail can use. */
const siteTexts = (baseUrl: string, institution: Institution): Texts => ({
  ...textsIn(institution),
  login_link: `${baseUrl}/login`,
  forgot_link: `${baseUrl}/forgot`,
  signup_link: `${baseUrl}/signup`,
})

/** The values of one mail's own placeholders, formatted for people. */
export const messageTexts = ({ values }: MailMessage, { time_zone }: Institution): Texts =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, textOf(name, value, time_zone)]))

const TIMES: Readonly<Record<string, (time: Date, timeZone: string) => string>> = {
  valid_until: formatDateTime,
  submitted_at: formatDateTime,
  deleted_on: formatDay,
  open_until: endInWords,
  closes_at: endInWords,
}

type Listed = AttachedDocument | { readonly code: string; readonly signed_up_at: string }

function textOf(name: string, value: string | readonly Listed[] | undefined, timeZone: string): string {
  if (value === undefined) return ''
  if (typeof value !== 'string')
    return value.length === 0 ? say('none') : value.map((each) => listItemText(each, timeZone)).join(', ')
  return TIMES[name]?.(new Date(value), timeZone) ?? value
}

const listItemText = (each: Listed, timeZone: string) =>
  'code' in each
    ? say('{code} (sign-up of {dateAndTime})', {
        code: each.code,
        dateAndTime: formatDateTime(new Date(each.signed_up_at), timeZone),
      })
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
