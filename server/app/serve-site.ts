import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { constants, crc32, deflateRawSync } from 'node:zlib'
import serveStatic from '@fastify/static'
import type { FastifyRequest } from 'fastify'
import { betweenCycles, publicInstitution } from '../../api/index.ts'
import { english, language, oncePer, say, type Words, wordsInUse } from '../../engine/index.ts'
import { firstPath } from '../../form/index.ts'
import type { PreviewedSite } from '../office/preview/index.ts'
import { type App, languageCookie, nonceOf, refusal, refuse, SECURITY_TXT } from '../platform/http/index.ts'
import { createLanguages, type Languages, languageAttributes, speakIn } from '../platform/languages/index.ts'
import { startupError } from '../platform/settings/index.ts'
import { type Face, type Faces, faceRoutes, noFace } from '../running/face/index.ts'
import { createRefusedFile } from './refused-file.ts'
import { createSentPages, type PageData, sentPaths } from './sent-pages.ts'

type SiteOptions = {
  readonly clock?: () => Date
  /** The folder with the built screen, which `npm run build` makes. */
  readonly built?: string
  /** Where applicants find the site. */
  readonly baseUrl?: string
  /** Whether staff sign in through a provider. */
  readonly hasStaffProvider?: boolean
  /** Whether a Cookie header may name a session of the staff. */
  readonly hasStaffCookie?: (header: string | undefined) => boolean
  readonly languages?: Languages
  /** The look of the institution, which may be another one at any time. */
  readonly face?: () => Face
  /** The files of faces that this process does not show. */
  readonly faceFile?: Faces['file']
}

/**
 * Serves the built screen: its files with unlimited caching, because their names change with their content, and the one
 * page on every path that no file and no call uses. The page holds the institution's data as a data block, never as
 * script, and the time of its creation, with which the screen corrects a wrong clock. For a visitor it also holds the
 * first page of the form, or the card for logging in or signing up (docs/decisions/0040). Below /staff it is the page of
 * the staff desk, with its way in for whom nobody knows there.
 */
export async function serveSite(
  app: App,
  dataNow: () => Omit<PageData, 'now' | 'between_cycles'>,
  {
    clock = () => new Date(),
    built = BUILT,
    baseUrl = '',
    hasStaffProvider = false,
    hasStaffCookie = () => true,
    languages = createLanguages(),
    face = () => noFace,
    faceFile = async () => undefined,
  }: SiteOptions = {},
): Promise<PreviewedSite> {
  const data = () => {
    const given = dataNow()
    const between_cycles = betweenCycles(given.institution, given.today)
    const { logo } = face()
    return { ...given, ...offered(languages), ...(logo && { logo }), between_cycles, now: clock().toISOString() }
  }
  const { staffPage, pageIn } = readPages(built)
  const links = linksFor(languages, built)
  const { ofVisitor, signIn } = await createSentPages(join(built, 'prerender/prerender.js'), app.log)
  const sent = new Map<string, ReturnType<typeof around>>()
  const sentOf = async (path: string, now: PageData) => {
    const [html, place] = [await ofVisitor(path, now, wordsInUse()), `${path} ${language()} ${now.proposed?.language}`]
    const known = sent.get(place)
    if (html === undefined || known?.html === html) return known
    const made = around(pageIn(wordsInUse()).after, html)
    sent.set(place, made)
    return made
  }
  for (const each of languages.offered)
    await speakIn(languages.wordsOf(each), () => Promise.all(sentPaths.map((path) => sentOf(path, data()))))
  const inFace = faceRoutes(app, face, faceFile)
  const head = () => inFace(pageIn(wordsInUse()).before)
  app.refusedFile.draw = await createRefusedFile(join(built, 'prerender/prerender.js'), head, data, app)
  app.get('/words/:name', { config: { limit: 'none' } }, ({ url, headers }, reply) => {
    // A page of the edition before, or of one that this server has not heard of yet, asks for words of another name.
    const [, of = ''] = /^\/words\/([\w-]+)-[\w-]{6}\.json$/.exec(url) ?? []
    const file = Object.hasOwn(languages.files, of) ? languages.files[of] : undefined
    if (!file) return refuse(reply, refusal('not_found'))
    const taken = String(headers['accept-encoding'])
    const encoding = (['br', 'gzip'] as const).find((each) => new RegExp(`\\b${each}\\b`).test(taken))
    if (encoding) reply.header('content-encoding', encoding)
    if (file.path === url) reply.header('cache-control', 'public, max-age=31536000, immutable')
    reply.header('vary', 'Accept-Encoding')
    reply.type('application/json; charset=utf-8')
    return reply.send(file[encoding ?? 'plain'])
  })
  await app.register(async (files) => {
    // A page of the release before asks for files that are gone.
    files.addHook('onRoute', (options) => {
      options.config = { ...options.config, limit: 'none' }
    })
    await files.register(serveStatic, {
      root: join(built, 'assets'),
      prefix: '/assets/',
      preCompressed: true,
      cacheControl: false,
      // The name of a file changes with its content, and a page of many small files pays for each header.
      lastModified: false,
      acceptRanges: false,
      setHeaders(reply, path) {
        reply.header('cache-control', 'public, max-age=31536000, immutable')
        // None of them can be opened as a document: an SVG stands within the style sheet.
        for (const header of OF_DOCUMENTS) reply.removeHeader(header).raw.removeHeader(header)
        if (/heic-worker-[^/]+\.js(\.\w+)?$/.test(path)) reply.header('content-security-policy', HEIC_POLICY)
      },
    })
  })
  for (const url of ['/staff', '/staff/*']) {
    app.get(url, { config: { limit: 'none' } }, (request, reply) => {
      if (isReserved(request.url) || !accepts(request)) return refuse(reply, refusal('not_found'))
      const known = { ...data(), staff_provider: hasStaffProvider }
      const isSignedOut = !hasStaffCookie(request.headers.cookie) && pathOf(request.url) === '/staff'
      const now = isSignedOut ? { ...known, staff_signed_out: refusal('staff_signed_out').message } : known
      const page = (isSignedOut && signIn(now)) || ''
      reply.type('text/html; charset=utf-8').header('vary', 'Cookie, Accept-Encoding')
      return reply.send(filled(inFace(staffPage), now, nonceOf(reply.raw)).replace(PAGE, () => page))
    })
  }
  app.get(SECURITY_TXT, { config: { limit: 'none' } }, async (_, reply) =>
    reply.type('text/plain; charset=utf-8').send(securityTxt(data(), clock(), baseUrl)),
  )
  app.get('/*', { config: { limit: 'none' } }, async (request, reply) => {
    if (isReserved(request.url) || (isBelowCalls(request.url) && !isNavigation(request)) || !accepts(request))
      return refuse(reply, refusal('not_found'))
    const now = { ...data(), ...proposedTo(request, languages) }
    const { after } = pageIn(wordsInUse())
    const path = sentPathOf(request, now)
    const start = filled(head(), now, nonceOf(reply.raw), links())
    const chosen = languages.inAddress(request.url)
    if (chosen !== undefined) reply.header('set-cookie', languageCookie({ baseUrl }, chosen, 'device'))
    // Never cached (every reply is no-store); should a cache ignore that, it must not mix visitors and applicants.
    reply.type('text/html; charset=utf-8').header('vary', 'Cookie, Accept-Encoding, Accept-Language')
    // English says so in its HTML, where it costs the first page nothing.
    if (language() !== english.language) reply.header('content-language', language())
    const page = path === undefined ? undefined : await sentOf(path, now)
    if (page === undefined) return reply.send(start + after)
    return acceptsGzip(request)
      ? reply.header('content-encoding', 'gzip').send(page.gzip(start))
      : reply.send(start + page.rest)
  })
  const { script = '', styles = '' } = previewFiles(built)
  return {
    previewLinks: () => `${/<link rel="icon"[^>]*>/.exec(head())?.[0] ?? ''}${styles}`,
    pageWith(more, nonce) {
      const { before, after } = pageIn(wordsInUse())
      // Before the script of the page, so that it finds everything answered.
      const answered = inFace(before).replace('<script type="module"', () => `${script}<script type="module"`)
      return filled(answered, { ...data(), ...more }, nonce) + after
    },
  }
}

/** The script and the styles of the preview, by whatever name the build gave them. */
function previewFiles(built: string) {
  const names = readdirSync(join(built, 'assets'))
  const script = names.find((each) => /^preview-[^.]+\.js$/.test(each))
  const styles = names.find((each) => /^preview-[^.]+\.css$/.test(each))
  return {
    ...(script && { script: `<script type="module" src="/assets/${script}"></script>` }),
    ...(styles && { styles: `<link rel="stylesheet" href="/assets/${styles}">` }),
  }
}

/** Whom to tell of a fault (RFC 9116), for half a year from now, so that a copy of it does not count for ever. */
const securityTxt = ({ institution }: PageData, now: Date, baseUrl: string) =>
  [
    `Contact: mailto:${institution.help_email}`,
    `Expires: ${new Date(now.getTime() + HALF_A_YEAR).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${baseUrl}${SECURITY_TXT}`,
    '',
  ].join('\n')

const HALF_A_YEAR = 182 * 86_400_000 // ms

/** What means something only on a document. */
const OF_DOCUMENTS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]

/**
 * The worker that decodes HEIC photos may run WebAssembly, which the page may not, and reach nothing but this site
 * (docs/decisions/0017).
 */
const HEIC_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'"

/** The rest of the page with this HTML in it, whole and ready to be compressed. */
function around(after: string, html: string) {
  const rest = html + after
  return { html, rest, gzip: gzipAround(rest) }
}

const BUILT = join(import.meta.dirname, '../../screen/dist')

/** The built pages. Throws a startup error if the screen is not built. */
export function readPages(built = BUILT) {
  const template = pageTemplate(built, 'index.html', [DATA, NONCE, TITLE, PAGE, WORDS])
  return {
    staffPage: pageTemplate(built, 'staff.html', [DATA, NONCE, PAGE]),
    /** The page of applicants in two halves, in these words, which are those in use. */
    pageIn: oncePer((_: Words) => {
      const said = template.replace(/\{\{([^}]+)\}\}/g, (_, sentence: string) => say(sentence))
      const [before = '', after = ''] = said.replace('<html lang="en"', `<html ${languageAttributes()}`).split(PAGE)
      return { before, after }
    }),
  }
}

/** A built page, which must have these placeholders. */
function pageTemplate(built: string, name: string, places: readonly string[]): string {
  const file = join(built, name)
  if (!existsSync(file)) throw startupError('The screen is not built yet: run `npm run build`, or use script/start.')
  const template = readFileSync(file, 'utf8')
  const missing = places.find((place) => !template.includes(place))
  if (missing !== undefined) throw startupError(`The built page ${name} has no placeholder ${missing}.`)
  return template
}

const DATA = '<!--institution-->'
const NONCE = '<!--nonce-->'
const TITLE = '<!--title-->'
const PAGE = '<!--page-->'
const WORDS = '<!--words-->'

/** What the page says of its languages; nothing where only one is offered. */
const offered = ({ offered: all, files }: Languages) =>
  all.length === 1 && language() === 'en' && Object.keys(files).length === 0
    ? {}
    : { language: language(), languages: Object.fromEntries(all.map((each) => [each, files[each]?.path ?? ''])) }

/** What the page says of another language that the browser prefers. */
function proposedTo(request: FastifyRequest, languages: Languages): Pick<PageData, 'proposed'> {
  const other = languages.proposed(request)
  if (other === undefined) return {}
  return { proposed: { language: other, words: speakIn(languages.wordsOf(other), () => say('Read this in English')) } }
}

/** `<` is escaped inside the data block, so that no text of the institution can end the block. */
function filled(template: string, data: PageData, nonce: string, links = ''): string {
  const json = JSON.stringify({ ...data, institution: publicInstitution(data.institution) }).replaceAll('<', '\\u003c')
  return template
    .replace(DATA, () => json)
    .replace(NONCE, () => nonce)
    .replace(WORDS, () => links)
    .replace(TITLE, () => say(data.institution.document_title).replaceAll('&', '&amp;').replaceAll('<', '&lt;'))
}

/**
 * Fetches the words of the page together with its script, and a script that marks what stays English where a language that
 * is offered is not finished, so that only its institution pays for that.
 */
function linksFor(languages: Languages, built: string): () => string {
  const name = readdirSync(join(built, 'assets')).find((each) => /^english-[^.]+\.js$/.test(each))
  const marking = name ? `<script type="module" src="/assets/${name}"></script>` : ''
  return () => {
    const { files } = languages
    const words = files[language()]
    const marked = Object.values(files).some(({ hasEnglish }) => hasEnglish) ? marking : ''
    return words ? `<link rel="preload" as="fetch" crossorigin href="${words.path}">${marked}` : marked
  }
}

/** Which page is sent with its fields: where nobody is logged in, and the address has no token, which only the screen uses. */
function sentPathOf({ url, headers: { cookie = '' } }: FastifyRequest, data: PageData): string | undefined {
  const [path, query] = url.split('?')
  const parameters = new URLSearchParams(query)
  if (['token', 'service_token'].some((name) => parameters.has(name))) return undefined
  if (cookie.split(';').some((each) => each.trim().startsWith(data.identity_cookie_prefix))) return undefined
  return sentPaths.find((each) => each === (path === '/' ? firstPath : path))
}

const acceptsGzip = ({ headers }: FastifyRequest) =>
  /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(String(headers['accept-encoding']))

/** These paths never show the page, so that a probe of a wrong address does not report success. */
function isReserved(url: string): boolean {
  const path = pathOf(url)
  return (
    /^\/(assets|brand|metrics|uploads|copies|documents|staff\/api|staff\/files)(\/|$)/.test(path) ||
    // A file such as /favicon.ico. A page has no extension, or .html in old bookmarks.
    (/\.\w+$/.test(path) && !/\.html?$/.test(path))
  )
}

/** Where only calls are. What they are below, such as /api itself, is an unknown page like any other (2.routes.21). */
const isBelowCalls = (url: string) => /^\/(api|public|service|lookup|dev)\/./.test(pathOf(url))

/** However it is spelled: `/%61pi/x` is `/api/x`. A path that cannot be decoded was refused before. */
const pathOf = (url: string) => decodeURIComponent(url.split('?', 1)[0] ?? '')

/**
 * Whether a person opens the address in a browser, which asks for HTML by name, as no call of ours does. Over plain http
 * it does not say that it navigates. A program that made up a call gets the JSON of its mistake.
 */
const isNavigation = ({ headers: { accept, 'sec-fetch-mode': mode = 'navigate' } }: FastifyRequest) =>
  mode === 'navigate' && accept?.includes('text/html') === true

const accepts = ({ headers: { accept = '*/*' } }: FastifyRequest) =>
  accept.includes('text/html') || accept.includes('*/*')

/** The header of a gzip file without a name or a time. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])

/**
 * Compresses a text once, and returns a function that compresses another one before it. A large page with a small part
 * of its own in each reply then costs no more than that part.
 */
export function gzipAround(fixed: string): (before: string) => Buffer {
  const bytes = Buffer.from(fixed)
  const end = deflateRawSync(bytes, { level: constants.Z_BEST_COMPRESSION })
  return (before) => {
    const own = Buffer.from(before)
    // A full flush ends on a whole byte, and nothing after it refers to what was before.
    const start = deflateRawSync(own, { finishFlush: constants.Z_FULL_FLUSH })
    const trailer = Buffer.alloc(8)
    trailer.writeUInt32LE(crc32(bytes, crc32(own)), 0)
    trailer.writeUInt32LE(own.length + bytes.length, 4)
    return Buffer.concat([HEADER, start, end, trailer])
  }
}
