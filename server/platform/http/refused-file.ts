import type { FastifyReply } from 'fastify'
import type { Refusal } from './refusal.ts'
import { nonceOf } from './security-headers.ts'

/** What the page of a refused link to a file says. */
export type RefusedFile = {
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

/** Sends the page of a refusal. It runs no script at all, so its policy allows none. */
export function sendPage(reply: FastifyReply, draw: (nonce: string) => string): FastifyReply {
  const nonce = nonceOf(reply)
  return reply
    .header(
      'content-security-policy',
      `default-src 'none';style-src 'self' 'nonce-${nonce}';font-src 'self';img-src 'self';base-uri 'none';form-action 'none';frame-ancestors 'none'`,
    )
    .type('text/html; charset=utf-8')
    .serializer(String)
    .send(draw(nonce))
}

/** The page without the look of the site: for a server whose screen cannot be rendered. */
export const plainRefusedFile: DrawRefusedFile = ({ message, address }, nonce) => {
  const links = { [address]: 'Try again', '/': 'Go to your application' }
  return plainPage({ title: 'We can’t open this file', message, links }, nonce)
}

/** A page of one sentence and some links, by their addresses. */
export const plainPage = (
  { title, message, links }: { title: string; message: string; links: Readonly<Record<string, string>> },
  nonce: string,
): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style nonce="${nonce}">
:root { color-scheme: light dark; font: 1.125rem/1.5 system-ui, sans-serif }
main { max-width: 36rem; margin: 15vh auto; padding: 0 1rem }
</style>
<main>
<h1>${escaped(title)}</h1>
<p>${escaped(message)}</p>
${Object.entries(links)
  .map(([address, words]) => `<p><a href="${escaped(address)}">${escaped(words)}</a></p>`)
  .join('\n')}
</main>
</html>
`

const escaped = (text: string) => text.replace(/[&<>"]/g, (each) => `&#${each.charCodeAt(0)};`)
