import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { ACCOUNT, type Calls, calls, errors, type PathParameters, type Reply } from '../../../api/index.ts'
import type { App, Applicant } from './app.ts'
import { isStorable } from './is-storable.ts'
import { isRefusal, type Refusal, refusal } from './refusal.ts'
import { refusalPage } from './refusal-page.ts'

type BodyOf<Name extends keyof Calls> = Calls[Name]['body'] extends z.ZodType
  ? z.output<Calls[Name]['body']>
  : undefined
type Request<Name extends keyof Calls> = {
  /** The payload; of a GET, its query string. */
  readonly body: BodyOf<Name>
  /** What the path names; that it means something is the handler's to judge. */
  readonly parameters: PathParameters<Calls[Name]['path']>
  readonly applicant: Calls[Name]['access'] extends 'applicant' ? Applicant : undefined
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Calls that are mere looking: they do not keep a session awake (Q33). */
const idleCalls: ReadonlySet<string> = new Set<keyof Calls>(['pdfStatus', 'conversion'])

/** Answers are judged one by one by the calls that take them, which say what cannot be stored. */
function withoutAnswers(name: keyof Calls, body: unknown): unknown {
  if (name === 'saveAnswers') return undefined
  return name === 'keepAnswers' ? { ...Object(body), answer: undefined } : body
}

/**
 * Serves one call of the contract: its payload parsed, its caller known, its reply as the schema says. The handler
 * returns the reply, or a refusal of the error catalogue.
 */
export function serveCall<const Name extends keyof Calls>(
  app: App,
  name: Name,
  handle: (request: Request<Name>) => Promise<Reply<Name> | Refusal>,
  success = 200,
  /** Waited for before the work begins, and not counted as work; a refusal ends the call. */
  turn: (request: Request<Name>) => Promise<Refusal | undefined> = async () => undefined,
): void {
  const { method, path, access, body, reply: schema } = calls[name]
  app.route({
    method,
    url: path,
    config: { call: name, isSparable: true },
    // Before the payload is read: who may not ask learns nothing of how it should look.
    onRequest: async (request, reply) => {
      if (access !== 'applicant') return undefined
      request.applicant = await app.load.carry(() => app.applicantOf(request, !idleCalls.has(name)))
      if (request.applicant) {
        const intended = request.headers[ACCOUNT]
        const isMeant = intended === undefined || intended === request.applicant.accountId
        return isMeant ? undefined : refuse(reply, refusal('other_account'))
      }
      for (const cookie of app.expiredCookies) reply.header('set-cookie', cookie)
      return refuse(reply, refusal('unauthorized'))
    },
    // The payload of a GET travels in its query string.
    schema: { ...(body && { [method === 'GET' ? 'querystring' : 'body']: body }), response: { [success]: schema } },
    // Before the schema drops what it does not know.
    preValidation: async ({ params, query, body }, reply) => {
      const payload = method === 'GET' ? query : withoutAnswers(name, body)
      return isStorable(params) && isStorable(payload) ? undefined : refuse(reply, refusal('malformed'))
    },
    handler: async (request, reply) => {
      const { params: parameters, applicant } = request
      const body = method === 'GET' ? request.query : request.body
      // Schemas, path and `access` have settled what is given, which the compiler cannot follow.
      const asked = { body, parameters, applicant, request, reply } as Request<Name>
      const outcome = (await turn(asked)) ?? (await app.load.carry(() => handle(asked)))
      return isRefusal(outcome) ? refuse(reply, outcome) : reply.code(success).send(outcome)
    },
  })
}

/** Answers with a refusal: `{ message, code }` and its details, or a page where a person opened the link. */
export function refuse(reply: FastifyReply, { refused, message, details, retryAfter }: Refusal): FastifyReply {
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  reply.code(errors[refused].status)
  const { routeOptions, headers } = reply.request
  if (routeOptions.config?.opensInTab && headers.accept?.includes('text/html'))
    return reply.type('text/html; charset=utf-8').send(refusalPage(reply, message))
  // Not through the success schema: an error has its own shape.
  return reply
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({ message, code: refused, ...details })
}
