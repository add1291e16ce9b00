import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest, FastifySchemaValidationError } from 'fastify'
import { z } from 'zod'
import { type App, isRefusal, type Refusal, refusal, refusalUntil, refuse } from '../../platform/http/index.ts'
import { targetOfToken } from '../acknowledgements/index.ts'
import { type FoundToken, findToken, isSandbox, problemWith, rememberUse } from '../export-tokens/index.ts'
import {
  type ExportCall,
  type ExportCallName,
  type ExportReply,
  type ExportRequest,
  exportCalls,
} from './call-table.ts'
import type { ExportCallsDeps, Source } from './source.ts'

type Given<Name extends ExportCallName> = ExportRequest<Name> & {
  readonly token: FoundToken
  readonly source: Source
  /** Adds to the detail of the audit row; `subject` is what the row is about. */
  readonly record: (detail: Readonly<Record<string, unknown>>, subject?: string) => void
}

/** What every call needs, whatever it reads. */
type CallDeps = Pick<ExportCallsDeps, 'database' | 'limits' | 'now'>

/** The token of a request in progress, and what its audit row will say. */
type AuditRow = { readonly token: FoundToken; subject: string; detail: Readonly<Record<string, unknown>> }
const auditRows = new WeakMap<FastifyRequest, AuditRow>()

/**
 * Serves an export call: finds its token before anything else of the request is read, and adds the audit row before
 * the reply is sent. Every refusal has its own sentence. A reply that cannot be recorded is not sent.
 */
export function serveExportCall<const Name extends ExportCallName>(
  app: App,
  deps: CallDeps & { readonly submitted: () => Source; readonly sandbox: () => Source },
  name: Name,
  handle: (given: Given<Name>) => Promise<ExportReply<Name> | Refusal>,
): void {
  const call: ExportCall = exportCalls[name]
  const { method, path, summary, note = '', rights, action, params, query, body, reply: schema, hasEtag } = call
  const needed = `Needs the ${rights.length === 1 ? 'right' : 'rights'} ${rights.join(' and ')}.`
  app.route({
    method,
    url: path,
    exposeHeadRoute: false,
    attachValidation: true,
    config: { exportCall: name, isRefusedWhenBusy: true },
    schema: {
      summary,
      operationId: name,
      description: `${needed} ${note}`.trim(),
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      ...(hasEtag && { headers: z.object({ 'if-none-match': z.string().optional() }) }),
      response: {
        200: schema ?? { description: 'The PDF.', content: { 'application/pdf': { schema: z.file() } } },
        ...(hasEtag && { 304: z.null().describe('It is as the caller has it (If-None-Match).') }),
      },
    },
    onRequest: async (request, reply) => {
      const refused = await app.load.run(() => identify(deps, request, reply, rights))
      if (refused?.refused === 'no_export_token') reply.header('www-authenticate', 'Bearer')
      return refused && refuse(reply, refused)
    },
    onSend: async (request, reply, payload) => {
      const row = auditRows.get(request)
      if (!row) return payload
      const isRefused = reply.statusCode >= 400
      const inSandbox = isSandbox(row.token)
      const about = isRefused ? { call: name, code: reply.refused } : inSandbox ? { call: name } : row.detail
      const detail = { token: row.token.id, ...about }
      await deps.database.db
        .insertInto('audit')
        .values({
          actor: targetOfToken(row.token.name),
          action: isRefused ? 'export call refused' : inSandbox ? 'sandbox call' : action,
          subject: isRefused || inSandbox ? row.token.id : row.subject,
          detail: JSON.stringify(detail),
        })
        .execute()
      return hasEtag && !isRefused ? withEtag(request, reply, String(payload)) : payload
    },
    handler: async (request, reply) => {
      const row = auditRows.get(request)
      if (!row) throw new Error('An export call came as far as its handler without a token.')
      const wrong = request.validationError && sentenceOf(request.validationError)
      if (wrong) return refuse(reply, { ...refusal('invalid_parameters'), message: wrong })
      const record: Given<Name>['record'] = (detail, subject = row.subject) => Object.assign(row, { detail, subject })
      // The schemas guarantee these types, but the compiler cannot infer that.
      const given = { params: request.params, query: request.query, body: request.body } as ExportRequest<Name>
      const source = isSandbox(row.token) ? deps.sandbox() : deps.submitted()
      const outcome = await app.load.run(() => handle({ ...given, token: row.token, source, record }))
      if (isRefusal(outcome)) return refuse(reply, outcome)
      return reply.type(schema ? 'application/json; charset=utf-8' : 'application/pdf').send(outcome)
    },
  })
}

/** Remembers the token of a request, or says why it may not make this call. */
async function identify(
  { limits, ...deps }: CallDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  rights: ExportCall['rights'],
): Promise<Refusal | undefined> {
  const [, given] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
  if (given === undefined) return refusal('no_export_token')
  const token = await findToken(deps, given)
  if (!token) return refusal('unknown_export_token')
  request.isKnown = true
  if (isSandbox(token)) reply.header('causeway-sandbox', 'true')
  // Counted first, so that a token that has ended cannot fill the audit log.
  const allowance = await limits.takeForSession('export_call', token.id)
  if (!allowance.allowed) return refusalUntil(allowance.retryAfterSeconds)
  auditRows.set(request, { token, subject: token.id, detail: {} })
  const problem = problemWith(token, { now: deps.now(), address: request.ip })
  if (problem) return refusal(problem)
  await rememberUse(deps, token)
  const lacking = rights.find((right) => !token.rights.includes(right))
  if (lacking === undefined) return undefined
  const { message, ...missing } = refusal('missing_right')
  return { ...missing, message: message.replace('{right}', lacking) }
}

/** The first thing that is wrong with a request; rows of a list count from 1. */
function sentenceOf({ validation: [first] = [] }: { validation?: readonly FastifySchemaValidationError[] }): string {
  const parts = (first?.instancePath ?? '').split('/').filter((part) => part !== '')
  const row = parts.findIndex((part) => /^\d+$/.test(part))
  const where = row === -1 ? '' : `Row ${Number(parts[row]) + 1}: `
  return `${where}${[parts.slice(row + 1).join('.'), first?.message].filter(Boolean).join(' ')}.`
}

/** Gives a reply its ETag, and sends it without its body to a caller who has it already. */
function withEtag(request: FastifyRequest, reply: FastifyReply, payload: string): string {
  const etag = `"${createHash('sha256').update(payload).digest('base64url')}"`
  reply.header('etag', etag)
  const had = (request.headers['if-none-match'] ?? '').split(',').map((each) => each.trim().replace(/^W\//, ''))
  if (!had.includes(etag) && !had.includes('*')) return payload
  reply.code(304).removeHeader('content-length')
  return ''
}
