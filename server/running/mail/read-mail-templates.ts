import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Institution } from '../../../api/index.ts'
import { startupError } from '../../platform/settings/index.ts'
import { type MailMessage, mailMessageSchema } from './mail-message.ts'
import { placeholdersIn, siteTexts } from './placeholders.ts'

/** The institution's template for one mail, with placeholders. */
export type MailTemplates = { readonly subject: string; readonly paragraphs: readonly string[] }

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
export function readMailTemplates(
  institutionFile: string,
  institution: Institution,
): Readonly<Record<Kind, MailTemplates>> {
  const sitePlaceholders = Object.keys(siteTexts('', institution))
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
