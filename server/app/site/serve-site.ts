import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import serveStatic from '@fastify/static'
import type { FastifyReply } from 'fastify'
import { type Institution, publicInstitution } from '../../../api/index.ts'
import { type App, nonceOf, refusal, refuse } from '../../platform/http/index.ts'
import { startupError } from '../../platform/settings/index.ts'

const built = join(import.meta.dirname, '../../../screen/dist')

/** The data that the page gives the screen before any script sends a call; only public data of the institution. */
export type PageData = {
  readonly institution: Institution
  readonly identity_cookie_prefix: string
  readonly release: string
  readonly today: string
}

/**
 * Serves the built screen: its files with unlimited caching, because their names change with their content, and the one
 * page on every path that no file and no call uses. The page holds the institution's data as a data block, never as
 * script, and the time of its creation, with which the screen corrects a wrong clock.
 */
export async function serveSite(app: App, dataNow: () => PageData, clock = () => new Date()): Promise<void> {
  const template = pageTemplate()
  await app.register(serveStatic, {
    root: join(built, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply) => reply.header('cache-control', 'public, max-age=31536000, immutable'),
  })
  app.get('/*', (request, reply) => {
    const isPage = !isReserved(request.url) && accepts(request.headers.accept)
    return isPage
      ? page(reply, template, { ...dataNow(), now: clock().toISOString() })
      : refuse(reply, refusal('not_found'))
  })
}

function pageTemplate(): string {
  const file = join(built, 'index.html')
  if (!existsSync(file)) throw startupError('The screen is not built yet: run `npm run build`, or use script/start.')
  const template = readFileSync(file, 'utf8')
  for (const place of [DATA, NONCE, TITLE]) {
    if (!template.includes(place)) throw startupError(`The built page has no placeholder ${place}.`)
  }
  return template
}

const DATA = '<!--institution-->'
const NONCE = '<!--nonce-->'
const TITLE = '<!--title-->'

/** `<` is escaped inside the data block, so that no text of the institution can end the block. */
function page(reply: FastifyReply, template: string, data: PageData & { readonly now: string }): FastifyReply {
  const json = JSON.stringify({ ...data, institution: publicInstitution(data.institution) }).replaceAll('<', '\\u003c')
  const filled = template
    .replace(DATA, () => json)
    .replace(NONCE, () => nonceOf(reply.raw))
    .replace(TITLE, () => data.institution.document_title.replaceAll('&', '&amp;').replaceAll('<', '&lt;'))
  return reply.type('text/html; charset=utf-8').send(filled)
}

/** These paths never show the page, so that a probe of a wrong address does not report success. */
const isReserved = (url: string) =>
  /^\/(api|public|service|lookup|assets|dev|metrics|uploads|copies|documents)(\/|\?|$)/.test(url) ||
  // A file such as /favicon.ico. A page has no extension, or .html in old bookmarks.
  (/^[^?]*\.\w+(\?|$)/.test(url) && !/^[^?]*\.html?(\?|$)/.test(url))
const accepts = (accept = '*/*') => accept.includes('text/html') || accept.includes('*/*')
