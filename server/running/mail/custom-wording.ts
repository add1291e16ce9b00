import type { Institution } from '../../../api/index.ts'
import type { MailMessage } from './mail-message.ts'
import type { Block, Wording } from './mail-wording.ts'
import { onOneLine } from './on-one-line.ts'
import { fillPlaceholders, messageTexts, siteTexts } from './placeholders.ts'
import type { MailTemplates } from './read-mail-templates.ts'

/** The wording of a mail from the institution's own template. */
export function customWording(
  template: MailTemplates,
  message: MailMessage,
  baseUrl: string,
  institution: Institution,
): Wording {
  const texts = { ...siteTexts(baseUrl, institution), ...messageTexts(message, institution) }
  const fill = (text: string) => onOneLine(fillPlaceholders(text, texts))
  return { subject: fill(template.subject), blocks: template.paragraphs.map((paragraph) => blockOf(paragraph, fill)) }
}

const LINK = /^\[([^\]]+)\]\((\S+)\)$/

/** A paragraph of only `{code}` is shown large, of only `[words](address)` as a link, anything else as text. */
function blockOf(paragraph: string, fill: (text: string) => string): Block {
  if (paragraph === '{code}') return { kind: 'code', code: fill(paragraph) }
  const [, words, href] = LINK.exec(paragraph) ?? []
  if (words !== undefined && href !== undefined) return { kind: 'link', text: fill(words), href: fill(href) }
  return { kind: 'text', text: fill(paragraph) }
}
