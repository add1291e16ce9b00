import type { FastifyRequest, FastifySchemaValidationError } from 'fastify'
import { z } from 'zod'
import { type App, isRefusal, type Refusal, refusal, refusalUntil, refuse } from '../../platform/http/index.ts'
import { targetOfToken } from '../acknowledgements/index.ts'
import { type FoundToken, findToken, problemWith, rememberUse } from '../export-tokens/index.ts'
import {
  type ExportCall,
  type ExportCallName,
  type ExportReply,
  type ExportRequest,
  exportCalls,
} from './call-table.ts'
import type { ExportCalls } from './export-calls.ts'

type Given<Name extends ExportCallName> = ExportRequest<Name> & {
  readonly token: FoundToken
  /** Adds to the detail of the audit row; `subject` is what the row is about. */
  readonly record: (detail: Readonly<Record<string, unknown>>, subject?: string) => void
}

/** The token of a request in progress, and what its audit row will say. */
type AuditRow = { readonly token: FoundToken; subject: string; detail: Readonly<Record<string, unknown>> }
const auditRows = new WeakMap<FastifyRequest, AuditRow>()

/**
 * Serves an export call: finds its token before anything else of the request is read, and adds the audit row before
 * the reply is sent. Every refusal has its own sentence. A reply that cannot be recorded is not sent.
 */
export function serveExportCall<const Name extends ExportCallName>(
  app: App,
  deps: ExportCalls,
  name: Name,
  handle: (given: Given<Name>) => Promise<ExportReply<Name> | Refusal>,
): void {
  const { method, path, summary, right, action, params, query, body, reply: schema }: ExportCall = exportCalls[name]
  app.route({
    ...{ method, url: path, exposeHeadRoute: false, attachValidation: true },
    config: { exportCall: name, isRefusedWhenBusy: true },
    schema: {
      ...{ summary, operationId: name, description: `Needs the right ${right}.` },
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      response: { 200: schema ?? { description: 'The PDF.', content: { 'application/pdf': { schema: z.file() } } } },
    },
    onRequest: async (request, reply) => {
      const refused = await app.load.run(() => identify(deps, request, right))
      if (refused?.refused === 'no_export_token') reply.header('www-authenticate', 'Bearer')
      return refused && refuse(reply, refused)
    },
    onSend: async (request, reply, payload) => {
      const row = auditRows.get(request)
      if (!row) return payload
      const isRefused = reply.statusCode >= 400
      const detail = { token: row.token.id, ...(isRefused ? { call: name, code: reply.refused } : row.detail) }
      await deps.database.db
        .insertInto('audit')
        .values({
          actor: targetOfToken(row.token.name),
          action: isRefused ? 'export call refused' : action,
          subject: isRefused ? row.token.id : row.subject,
          detail: JSON.stringify(detail),
        })
        .execute()
      return payload
    },
    handler: async (request, reply) => {
      const row = auditRows.get(request)
      if (!row) throw new Error('An export call came as far as its handler without a token.')
      const wrong = request.validationError && sentenceOf(request.validationError)
      if (wrong) return refuse(reply, { ...refusal('invalid_parameters'), message: wrong })
      const record: Given<Name>['record'] = (detail, subject = row.subject) => Object.assign(row, { detail, subject })
      // The schemas guarantee these types, but the compiler cannot infer that.
      const given = { params: request.params, query: request.query, body: request.body } as ExportRequest<Name>
      const outcome = await app.load.run(() => handle({ ...given, token: row.token, record }))
      if (isRefusal(outcome)) return refuse(reply, outcome)
      return reply.type(schema ? 'application/json; charset=utf-8' : 'application/pdf').send(outcome)
    },
  })
}

/** Remembers the token of a request, or says why it may not make this call. */
async function identify(
  { limits, ...deps }: ExportCalls,
  request: FastifyRequest,
  right: ExportCall['right'],
): Promise<Refusal | undefined> {
  const [, given] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
  if (given === undefined) return refusal('no_export_token')
  const token = await findToken(deps, given)
  if (!token) return refusal('unknown_export_token')
  // Counted first, so that a token that has ended cannot fill the audit log.
  const allowance = await limits.takeForSession('export_call', token.id)
  if (!allowance.allowed) return refusalUntil(allowance.retryAfterSeconds)
  auditRows.set(request, { token, subject: token.id, detail: {} })
  const problem = problemWith(token, { now: deps.now(), address: request.ip })
  if (problem) return refusal(problem)
  await rememberUse(deps, token)
  if (token.rights.includes(right)) return undefined
  const { message, ...missing } = refusal('missing_right')
  return { ...missing, message: message.replace('{right}', right) }
}

/** The first thing that is wrong with a request; rows of a list count from 1. */
function sentenceOf({ validation: [first] = [] }: { validation?: readonly FastifySchemaValidationError[] }): string {
  const parts = (first?.instancePath ?? '').split('/').filter((part) => part !== '')
  const row = parts.findIndex((part) => /^\d+$/.test(part))
  const where = row === -1 ? '' : `Row ${Number(parts[row]) + 1}: `
  return `${where}${[parts.slice(row + 1).join('.'), first?.message].filter(Boolean).join(' ')}.`
}
