import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  isStaffRole,
  mayStaff,
  type StaffBody,
  type StaffCallName,
  type StaffParams,
  type StaffReply,
  type StaffRight,
  staffCalls,
  staffRoles,
} from '../../../api/index.ts'
import { goneReference } from '../../platform/database/index.ts'
import {
  type App,
  hiddenCookie,
  hiddenCookieIn,
  isRefusal,
  isStorable,
  type Refusal,
  refusal,
  refuse,
  sendText,
} from '../../platform/http/index.ts'
import { recordStaff } from './record-staff.ts'
import type { StaffDeps } from './staff.ts'
import { type StaffSession, staffSessionOf } from './staff-sessions.ts'

type Signed<Name extends StaffCallName> = (typeof staffCalls)[Name]['access'] extends 'public'
  ? undefined
  : StaffSession

export type StaffRequest<Name extends StaffCallName> = {
  readonly params: StaffParams<Name>
  readonly body: StaffBody<Name>
  readonly session: Signed<Name>
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

const sessions = new WeakMap<FastifyRequest, StaffSession>()

/** The session of a request that `requireStaff` has let through. */
export function sessionIn(request: FastifyRequest): StaffSession {
  const session = sessions.get(request)
  if (!session) throw new Error('A staff call came as far as its handler without a session.')
  return session
}

/**
 * Lets a request through if its session's role has the right; refuses it before anything else of it is read. A refusal
 * for want of a right is recorded.
 */
export const requireStaff =
  (app: App, deps: StaffDeps, access: StaffRight | 'signed_in') =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const token = hiddenCookieIn(request.headers.cookie, deps.settings, 'staff')
    const { db } = deps.database
    const found = await app.load.run(() => staffSessionOf(db, token, deps.now(), !isIdle(request)))
    if ('problem' in found) {
      reply.header('set-cookie', hiddenCookie(deps.settings, 'staff', '', 0))
      return refuse(reply, refusal(found.problem))
    }
    const { session } = found
    sessions.set(request, session)
    request.isKnown = true
    if (access === 'signed_in' || mayStaff(session.role, access)) return undefined
    await recordStaff(db, 'staff call refused', session.person, String(session.person.id), {
      call: request.routeOptions.config.staffCall ?? request.routeOptions.url,
    })
    const refused = refusal('missing_staff_right')
    const inWords = (role: string) => role.replace('_', ' ')
    const others = Object.keys(staffRoles).filter((role) => isStaffRole(role) && mayStaff(role, access))
    const message = refused.message
      .replace('{role}', inWords(session.role))
      .replace('{roles}', others.map(inWords).join(', '))
    return refuse(reply, { ...refused, message })
  }

/** Calls that a page makes by itself are no use of its session, which ends when nobody is there. */
const byItself: readonly StaffCallName[] = ['staffSession', 'countWork']
const isIdle = ({ routeOptions }: FastifyRequest) => byItself.some((name) => name === routeOptions.config.staffCall)

/** What a call is about can be erased after it was found, and the session be ended after it was read. */
function refusalOfGone(error: unknown): Refusal {
  const gone = goneReference(error)
  if (gone?.endsWith('_application_id_fkey')) return refusal('no_such_application')
  if (gone?.endsWith('_staff_session_id_fkey')) return refusal('staff_signed_out')
  throw error
}

/** Serves one call of the staff desk: identifies the session, parses the payload, and checks the reply. */
export function serveStaffCall<const Name extends StaffCallName>(
  app: App,
  deps: StaffDeps,
  name: Name,
  handle: (request: StaffRequest<Name>) => Promise<StaffReply<Name> | Refusal>,
  /** In bytes, for a call that takes more than others. */
  options: { readonly bodyLimit?: number } = {},
): void {
  const { method, path, access, reply: schema, ...payload } = staffCalls[name]
  app.route({
    method,
    url: path,
    exposeHeadRoute: false,
    ...options,
    config: { staffCall: name, isRefusedWhenBusy: true, ...(access === 'public' && { limit: 'own' }) },
    ...(access !== 'public' && { onRequest: requireStaff(app, deps, access) }),
    schema: {
      ...('params' in payload && { params: payload.params }),
      ...('body' in payload && { body: payload.body }),
      response: { 200: schema },
    },
    preValidation: async ({ params, body }, reply) =>
      isStorable(params) && isStorable(body) ? undefined : refuse(reply, refusal('malformed')),
    handler: async (request, reply) => {
      const session = access === 'public' ? undefined : sessionIn(request)
      // The schemas and the rights guarantee these types, but the compiler cannot infer that.
      const given = { params: request.params, body: request.body, session, request, reply } as StaffRequest<Name>
      const outcome = await app.load.run(() => handle(given).catch(refusalOfGone))
      if (isRefusal(outcome)) return refuse(reply, outcome)
      return largeReplies.has(name) ? sendText(reply, schema.parse(outcome)) : reply.send(outcome)
    },
  })
}

/** More than half a megabyte of words, of which a sixth is left once they are compressed. */
const largeReplies: ReadonlySet<string> = new Set(['readForm' satisfies StaffCallName])
