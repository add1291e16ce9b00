import type { Institution } from '../../../api/index.ts'
import { say } from '../../../engine/index.ts'
import { escaped } from '../../platform/http/index.ts'
import { languageAttributes, marksInHtml, withoutMarks } from '../../platform/languages/index.ts'
import { mailColors } from '../face/index.ts'
import type { Block, Wording } from './mail-wording.ts'

/** The parts of a mail; both bodies have the same content. */
export type RenderedMail = { readonly subject: string; readonly text: string; readonly html: string }

/** Where the application is in another language, by the name that this has in itself. */
type LanguageLink = { readonly language: string; readonly name: string; readonly href: string }

/**
 * Renders a mail as plain text and as simple HTML that a screen reader reads in order. What is English in it for want of a
 * translation says so in the HTML. Subject, title and plain text have no way to say that.
 */
export function renderMail(
  { subject, blocks }: Wording,
  institution: Institution,
  otherLanguages: readonly LanguageLink[] = [],
): RenderedMail {
  const sender = senderOf(institution)
  const look = lookOf(institution)
  const others = otherLanguages.map(({ name, href }) => `${name}: ${href}`)
  return {
    subject: withoutMarks(subject),
    text: withoutMarks(`${[...blocks.map(asText), ['-- ', ...sender, ...others].join('\n')].join('\n\n')}\n`),
    html: page(subject, look, [
      ...blocks.map((block) => asHtml(block, look)),
      `<hr${look.line}>`,
      `<p>${sender.map((line) => `<bdi>${escaped(line)}</bdi>`).join('<br>')}</p>`,
      ...otherLanguages.map(
        ({ language, name, href }) =>
          `<p><a${look.link} href="${escaped(href)}" lang="${language}" hreflang="${language}">${escaped(name)}</a></p>`,
      ),
    ]),
  }
}

function asText(block: Block): string {
  switch (block.kind) {
    case 'text':
      return block.text
    case 'code':
      return `    ${block.code}`
    case 'link':
      return `${block.text}:\n${block.href}`
    case 'list':
      return [`${block.title}:`, ...block.items.map((item) => `- ${item}`)].join('\n')
    case 'links':
      return [`${block.title}:`, ...block.links.map(({ text, href }) => `- ${text}: ${href}`)].join('\n')
  }
}

function asHtml(block: Block, look: Look): string {
  switch (block.kind) {
    case 'text':
      return `<p>${escaped(block.text)}</p>`
    case 'code':
      return `<p style="font-size:1.75em;letter-spacing:0.15em"><strong>${escaped(block.code)}</strong></p>`
    case 'link':
      return `<p><a${look.link} href="${escaped(block.href)}">${escaped(block.text)}</a></p>`
    case 'list':
      return listAsHtml(block.title, block.items.map(escaped), look)
    case 'links':
      return listAsHtml(
        block.title,
        block.links.map(({ text, href }) => `<a${look.link} href="${escaped(href)}">${escaped(text)}</a>`),
        look,
      )
  }
}

const listAsHtml = (title: string, items: readonly string[], { heading }: Look) =>
  `<h2 style="font-size:1.1em${heading}">${escaped(title)}</h2><ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`

const senderOf = ({ office, partner_name, address, phone, help_email }: Institution) => [
  `${partner_name}, ${say(office)}`,
  `${address.line_1}, ${address.city}, ${say(address.state)} ${address.zip}`,
  `${phone}, ${help_email}`,
]

/** Attributes and declarations, empty where a mail has the colors of the mail program. */
type Look = { readonly heading: string; readonly link: string; readonly line: string; readonly bar: string }

/** Colors stand in every element, because mail programs drop style sheets. */
function lookOf(institution: Institution): Look {
  const colors = mailColors(institution)
  if (!colors) return { heading: '', link: '', line: '', bar: '' }
  return {
    heading: `;color:${colors.heading}`,
    link: ` style="color:${colors.link}"`,
    line: ` style="border:0;border-top:1px solid ${colors.line}"`,
    bar: `;border-top:4px solid ${colors.link};padding-top:0.75em`,
  }
}

const page = (title: string, { heading, bar }: Look, body: readonly string[]) => `<!doctype html>
<html ${languageAttributes()}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(withoutMarks(title))}</title>
</head>
<body style="font-family:sans-serif;line-height:1.5;max-width:36em;margin:1.5em auto;padding:0 1em">
<h1 style="font-size:1.4em${heading}${bar}">${marksInHtml(escaped(title))}</h1>
${marksInHtml(body.join('\n'))}
</body>
</html>
`
