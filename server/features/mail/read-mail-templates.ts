import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Institution } from '../../../api/index.ts'
import { startupError } from '../../platform/settings/index.ts'
import { type MailMessage, mailMessageSchema } from './mail-message.ts'
import { placeholdersIn, textsOfPlace } from './placeholders.ts'

/** The institution's template for one mail, with placeholders. */
export type MailTemplates = { readonly subject: string; readonly paragraphs: readonly string[] }

type Kind = MailMessage['kind']

/** Placeholders without which a mail would be useless. */
const needed: Readonly<Partial<Record<Kind, string>>> = {
  confirm_code: 'code',
  confirm_codes: 'codes',
  login_code: 'code',
  reset_link: 'link',
  receipt: 'reference',
}

/**
 * Reads `mail/<kind>.md` next to institution.json for every kind of mail. Throws a startup error that names the file (and
 * the placeholder) if a file is missing, has no subject, uses an unknown placeholder or lacks a necessary one.
 */
export function readMailTemplates(
  institutionFile: string,
  institution: Institution,
): Readonly<Record<Kind, MailTemplates>> {
  const ofPlace = Object.keys(textsOfPlace('', institution))
  const copies = mailMessageSchema.options.map(({ shape }) => {
    const kind = shape.kind.value
    const file = join(dirname(institutionFile), 'mail', `${kind}.md`)
    return [kind, checked(pdfIn(file), file, needed[kind], [...ofPlace, ...Object.keys(shape.values.shape)])] as const
  })
  // One for each kind of the union, which the compiler cannot infer from fromEntries.
  return Object.fromEntries(copies) as Record<Kind, MailTemplates>
}

function pdfIn(file: string): MailTemplates {
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
  if (paragraphs.length === 0) throw startupError(`${file} says nothing below its subject.`)
  return { subject, paragraphs }
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw startupError(`${file} cannot be read; custom_email_copy of institution.json asks for it.`, cause)
  }
}

function checked(copy: MailTemplates, file: string, need: string | undefined, known: readonly string[]): MailTemplates {
  const used = [copy.subject, ...copy.paragraphs].flatMap(placeholdersIn)
  const unknown = used.find((name) => !known.includes(name))
  if (unknown !== undefined) throw startupError(`${file} names {${unknown}}, which this mail does not know.`)
  if (need !== undefined && !copy.paragraphs.flatMap(placeholdersIn).includes(need))
    throw startupError(`${file} does not name {${need}} below its subject, without which the mail is of no use.`)
  return copy
}
