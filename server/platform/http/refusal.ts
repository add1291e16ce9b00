import type { FastifyReply } from 'fastify'
import { type ErrorCode, errors } from '../../../api/index.ts'
import { say, sayCount } from '../../../engine/index.ts'
import { languageAttributes } from '../languages/index.ts'
import { nonceOf } from './security-headers.ts'

/** An expected refusal: a code of the error catalog, its sentence, and the details that the code defines. */
export type Refusal = {
  readonly refused: ErrorCode
  readonly message: string
  readonly details: Readonly<Record<string, unknown>>
  /** Seconds after which trying again makes sense; sent as Retry-After. */
  readonly retryAfter?: number
}

/**
 * A refusal with the catalog's sentence in the language of who asked, so it is made for each reply. This has `details` next
 * to `message` and `code`.
 */
export const refusal = (
  refused: ErrorCode,
  details: Refusal['details'] = {},
  message: string = say(errors[refused].message),
): Refusal => ({ refused, message, details })

/** A temporary refusal whose sentence says when to try again. */
export const refusalUntil = (retryAfter: number): Refusal => ({
  ...refusal('too_many'),
  message: tryAgainAfter(retryAfter),
  retryAfter,
})

export const isRefusal = (value: unknown): value is Refusal =>
  typeof value === 'object' && value !== null && 'refused' in value && 'details' in value

function tryAgainAfter(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  return minutes < 90
    ? sayCount(
        minutes,
        'Too many attempts. Please try again in a minute.',
        'Too many attempts. Please try again in {count} minutes.',
      )
    : sayCount(
        Math.ceil(minutes / 60),
        'Too many attempts. Please try again in an hour.',
        'Too many attempts. Please try again in {count} hours.',
      )
}

/** What the page of a refused link to a file says. */
type RefusedFile = {
  readonly message: string
  /** The address that was opened, for trying again. */
  readonly address: string
  /** Whether trying again may help; otherwise the link itself is no longer of use. */
  readonly isPassing: boolean
}

/** Draws that page. */
export type DrawRefusedFile = (refused: RefusedFile, nonce: string) => string

/** Links to files. A browser opens them in a tab of their own, where a JSON reply would mean nothing. */
const fileLink = /^\/(copies|documents)\//

/** Whether a person opened a link to a file in a browser. Programs get JSON there too. */
export const isFileOpened = ({ request }: FastifyReply): boolean =>
  fileLink.test(request.url) && request.headers.accept?.includes('text/html') === true

/** Sends the page of a refused link to a file. */
export function sendRefusedFile(reply: FastifyReply, { message, retryAfter }: Refusal): FastifyReply {
  const { request, server, statusCode } = reply
  const isPassing = retryAfter !== undefined || statusCode >= 500
  return sendPage(reply, (nonce) => server.refusedFile.draw({ message, address: request.url, isPassing }, nonce))
}

/** Sends a page that runs no script at all, so its policy allows none; and no form, unless it has one of its own. */
export function sendPage(
  reply: FastifyReply,
  draw: (nonce: string) => string,
  { hasForm = false }: { readonly hasForm?: boolean } = {},
): FastifyReply {
  const nonce = nonceOf(reply)
  return reply
    .header('content-security-policy', policyOf(nonce, hasForm ? "'self'" : "'none'"))
    .type('text/html; charset=utf-8')
    .serializer(String)
    .send(draw(nonce))
}

const policyOf = (nonce: string, form: string) =>
  [
    "default-src 'none'",
    `style-src 'self' 'nonce-${nonce}'`,
    "font-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    `form-action ${form}`,
    "frame-ancestors 'none'",
  ].join(';')

type PlainPage = {
  readonly title: string
  readonly message: string
  readonly links: Readonly<Record<string, string>>
  /** The words of a button that posts to the address of the page. */
  readonly press?: string
}

/** The page without the look of the site: for a server whose screen cannot be rendered. */
export const plainRefusedFile: DrawRefusedFile = ({ message, address }, nonce) => {
  const links = { [address]: say('Try again'), '/': say('Go to your application') }
  return plainPage({ title: say('We can’t open this file'), message, links }, nonce)
}

/** A page of one sentence and some links, by their addresses. */
export const plainPage = ({ title, message, links, press }: PlainPage, nonce: string): string => `<!doctype html>
<html ${languageAttributes()}>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style nonce="${nonce}">
:root { color-scheme: light dark; background: canvas; font: 1.125rem/1.5 system-ui, sans-serif }
main { max-width: 36rem; margin: 15vh auto; padding: 0 1rem }
h1 { font-size: 1.75rem; line-height: 1.2 }
button { min-height: 3rem; padding: 0 1.25rem; font: inherit; border: 2px solid; border-radius: 0.5rem }
</style>
<main>
<h1>${escaped(title)}</h1>
<p>${escaped(message)}</p>
${Object.entries(links)
  .map(([address, words]) => `<p><a href="${escaped(address)}">${escaped(words)}</a></p>`)
  .join('\n')}
${press === undefined ? '' : `<form method="post"><button>${escaped(press)}</button></form>`}
</main>
</html>
`

/** Escapes a text for HTML, in an element or a quoted attribute. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
