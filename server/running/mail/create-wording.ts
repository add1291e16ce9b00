import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Institution } from '../../../api/index.ts'
import { english, language, say, sayAll } from '../../../engine/index.ts'
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

/** The one mail that staff read, whose desk is in English, also where they have an application of their own. */
export const TO_STAFF: Kind = 'token_asked'

type MailWording = {
  /** The language of a mail to whoever reads this one. */
  readonly languageOf: (kind: Kind, language: string) => string
  /** In that language, which must be the one in use. */
  readonly wordingOf: (message: MailMessage) => Wording
  /** What an operator should know. */
  readonly warnings: readonly string[]
}

/**
 * The wording of each mail: the institution's own if institution.json asks for it with `custom_email_copy` (requirement
 * 1.institution.11), otherwise the built-in one. Where the institution's own has no template in the reader's language, the
 * mail is the English one as a whole: who words a mail anew says something that ours in that language would leave out.
 * Throws a startup error if the wording cannot be used.
 */
export function createWording(
  { baseUrl, institutionFile }: Pick<Settings, 'baseUrl' | 'institutionFile'>,
  deps: { readonly institution: Institution },
): MailWording {
  if (!deps.institution.custom_email_copy)
    return {
      languageOf: (kind, language) => (kind === TO_STAFF ? english.language : language),
      wordingOf: (message) => mailWording(message, baseUrl, deps.institution),
      warnings: [],
    }
  const folder = join(dirname(institutionFile), 'mail')
  const others = (deps.institution.languages ?? []).filter((each) => each !== english.language)
  const inEnglish = readMailTemplates(folder, kinds, deps.institution)
  const translated = new Map(others.map((each) => [each, templatesIn(join(folder, each), deps.institution)]))
  const templateIn = (kind: Kind, language: string) => translated.get(language)?.get(kind)
  return {
    languageOf: (kind, language) => (kind !== TO_STAFF && templateIn(kind, language) ? language : english.language),
    wordingOf(message) {
      const template = templateIn(message.kind, language()) ?? inEnglish.get(message.kind)
      if (template === undefined) throw new Error(`There is no template for ${message.kind}.`)
      return customWording(template, message, baseUrl, deps.institution)
    },
    warnings: [...translated].flatMap(([each, found]) => {
      const missing = kinds.filter((kind) => kind !== TO_STAFF && !found.has(kind))
      if (missing.length === 0) return []
      return [
        `Readers of ${each} get these mails in English, for want of a template in mail/${each}: ${missing.join(', ')}.`,
      ]
    }),
  }
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
    application_term: about.term ? say(about.term) : '',
    application_checklist: checklist.flatMap(wordsOf).join('; '),
  }
  const texts = { ...siteTexts(baseUrl, sayAll(institution)), ...ofApplication, ...messageTexts(message, institution) }
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

const shapes = mailMessageSchema.options.map(({ shape }) => shape)
const kinds: readonly Kind[] = shapes.map(({ kind }) => kind.value)

/** The templates that there are in the folder of one language. Throws a startup error for a file that is no mail. */
function templatesIn(folder: string, institution: Institution): ReadonlyMap<Kind, MailTemplates> {
  const names = existsSync(folder) ? readdirSync(folder).filter((each) => each.endsWith('.md')) : []
  const unknown = names.find((each) => !kinds.some((kind) => each === `${kind}.md`))
  if (unknown !== undefined) throw startupError(`${join(folder, unknown)} is the name of no mail.`)
  const there = kinds.filter((kind) => names.includes(`${kind}.md`))
  return readMailTemplates(folder, there, institution)
}

/**
 * Reads `<kind>.md` in a folder for each of these kinds of mail. Throws a startup error that names the file (and the
 * placeholder) if a file is missing, has no subject, uses an unknown placeholder or lacks a necessary one.
 */
function readMailTemplates(
  folder: string,
  wanted: readonly Kind[],
  institution: Institution,
): ReadonlyMap<Kind, MailTemplates> {
  const ofApplication = ['application_link', 'application_term', 'application_checklist']
  const sitePlaceholders = [...Object.keys(siteTexts('', institution)), ...ofApplication]
  const templates = shapes.flatMap((shape) => {
    const kind = shape.kind.value
    if (!wanted.includes(kind)) return []
    const file = join(folder, `${kind}.md`)
    const known = [...sitePlaceholders, ...Object.keys(shape.values.shape)]
    return [[kind, validated(parseTemplate(file), file, requiredPlaceholder[kind], known)] as const]
  })
  return new Map(templates)
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
  return TIMES[name]?.(new Date(value), timeZone) ?? (name === 'term' ? say(value) : value)
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
