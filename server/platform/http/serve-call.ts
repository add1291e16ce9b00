import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { ACCOUNT, type Calls, calls, errors, type PathParameters, type Reply } from '../../../api/index.ts'
import type { App, Applicant } from './app.ts'
import { isFileOpened, isRefusal, type Refusal, refusal, sendPage, sendRefusedFile } from './refusal.ts'

type BodyOf<Name extends keyof Calls> = Calls[Name]['body'] extends z.ZodType
  ? z.output<Calls[Name]['body']>
  : undefined

type Request<Name extends keyof Calls> = {
  /** The payload; for a GET, its query string. */
  readonly body: BodyOf<Name>
  /** The parameters of the path; the handler checks whether they refer to anything. */
  readonly parameters: PathParameters<Calls[Name]['path']>
  readonly applicant: Calls[Name]['access'] extends 'applicant' ? Applicant : undefined
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Background calls, which do not keep a session alive (Q33). */
const idleCalls: ReadonlySet<string> = new Set<keyof Calls>(['pdfStatus', 'conversion'])

/** Calls with large replies, which are written once and compressed. Their shape is checked by the tests alone. */
const largeReplies: ReadonlySet<string> = new Set<keyof Calls>(['profile'])

/** The calls that take answers check each of them and say which cannot be stored. */
function withoutAnswers(name: keyof Calls, body: unknown): unknown {
  if (name === 'saveAnswers') return undefined
  return name === 'keepAnswers' ? { ...Object(body), answer: undefined } : body
}

/**
 * Serves one call of the contract: parses its payload, identifies the account, and checks the reply against the schema.
 * The handler returns the reply, or a refusal from the error catalog.
 */
export function serveCall<const Name extends keyof Calls>(
  app: App,
  name: Name,
  handle: (request: Request<Name>) => Promise<Reply<Name> | Refusal>,
  success = 200,
  /** Awaited before the work begins and not counted as load; a refusal ends the call. */
  beforeWork: (request: Request<Name>) => Promise<Refusal | undefined> = async () => undefined,
): void {
  const { method, path, access, body, reply: schema } = calls[name]
  app.route({
    method,
    url: path,
    // A made-up session cookie has no signature.
    config: { call: name, isRefusedWhenBusy: true, limit: access === 'public' ? 'own' : 'signature' },
    // Runs before the payload is read: a client without access learns nothing about its expected form.
    onRequest: async (request, reply) => {
      if (access !== 'applicant') return undefined
      request.applicant = await app.load.run(() => app.applicantOf(request, !idleCalls.has(name)))
      if (request.applicant) {
        const intended = request.headers[ACCOUNT]
        const isIntended = intended === undefined || intended === request.applicant.owner
        return isIntended ? undefined : refuse(reply, refusal('other_account'))
      }
      for (const cookie of app.expiredCookies) reply.header('set-cookie', cookie)
      return refuse(reply, refusal('unauthorized'))
    },
    // A GET sends its payload in the query string.
    schema: { ...(body && { [method === 'GET' ? 'querystring' : 'body']: body }), response: { [success]: schema } },
    // Runs before the schema drops unknown fields.
    preValidation: async ({ params, query, body }, reply) => {
      const payload = method === 'GET' ? query : withoutAnswers(name, body)
      return isStorable(params) && isStorable(payload) ? undefined : refuse(reply, refusal('malformed'))
    },
    handler: async (request, reply) => {
      const { params: parameters, applicant } = request
      const body = method === 'GET' ? request.query : request.body
      // Schemas, path and `access` guarantee these types, but the compiler cannot infer that.
      const context = { body, parameters, applicant, request, reply } as Request<Name>
      const outcome = (await beforeWork(context)) ?? (await app.load.run(() => handle(context)))
      if (isRefusal(outcome)) return refuse(reply, outcome)
      return largeReplies.has(name) ? sendText(reply.code(success), outcome) : reply.code(success).send(outcome)
    },
  })
}

/** Sends a refusal: `{ message, code }` with its details, or an HTML page if a person opened a link. */
export function refuse(reply: FastifyReply, refused: Refusal): FastifyReply {
  const { refused: code, message, details, retryAfter } = refused
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  reply.refused = code
  reply.code(errors[code].status)
  // The context of an address that cannot be parsed has no settings.
  const draw = reply.request.routeOptions.config?.drawRefusal
  if (draw) return sendPage(reply, (nonce) => draw(message, nonce))
  if (isFileOpened(reply)) return sendRefusedFile(reply, refused)
  // Sent around the success schema, because an error has a different shape.
  return reply
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({ message, code, ...details })
}

/** Whether every string in a value can be stored: PostgreSQL accepts neither NUL nor half a surrogate pair. */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, each]) => isStorable(key) && isStorable(each))
}

/** Characters from which a text is compressed; less than that fits into one packet anyway. */
const FROM = 1_500

/** Sends a value as JSON, compressed if it is long and the client takes that. */
export function sendText(reply: FastifyReply, value: unknown): FastifyReply {
  const text = JSON.stringify(value)
  const encoding = text.length < FROM ? undefined : encodingFor(reply.request)
  reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding')
  if (encoding === undefined) return reply.send(text)
  return reply.header('content-encoding', encoding).send(compressed[encoding](text))
}

const WINDOW = 16 // as a power of two, in bytes: no reply is longer

/** At their quickest, 0.05 ms for 15 KB: what they would save beyond that is worth less than the time. */
const compressed = {
  br: (text: string): Buffer =>
    brotliCompressSync(text, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: WINDOW },
    }),
  gzip: (text: string): Buffer => gzipSync(text, { level: 1 }),
}

/**
 * What the client takes of what there is. Nothing for a request that another site has caused: with a text of its own in
 * the reply, its length would tell that site something about the rest.
 */
function encodingFor({ headers }: FastifyRequest): keyof typeof compressed | undefined {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') return undefined
  const accepted = new Set(
    String(headers['accept-encoding'] ?? '')
      .toLowerCase()
      .split(',')
      .filter((each) => !/;\s*q=0(\.0*)?\s*$/.test(each))
      .map((each) => each.split(';')[0]?.trim()),
  )
  return accepted.has('br') ? 'br' : accepted.has('gzip') ? 'gzip' : undefined
}
