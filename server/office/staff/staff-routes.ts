import { mayStaff, staffRoles } from '../../../api/index.ts'
import { facetsOf } from '../../applying/application-index/index.ts'
import { inTransaction } from '../../platform/database/index.ts'
import {
  type App,
  CLEARED_AT_LOG_OUT,
  hiddenCookie,
  hiddenCookieIn,
  isRefusal,
  refusal,
  refusalUntil,
} from '../../platform/http/index.ts'
import { heldDataForLetter } from '../erasure/index.ts'
import { lostReceipts, settleLostReceipt } from '../receipts/index.ts'
import { makeDeskLink } from '../service-links/index.ts'
import { lifeRoutes } from './application-life.ts'
import { staffErasureRoutes } from './erasures.ts'
import { faceOfFormRoutes } from './face-routes.ts'
import { countWork, findApplications, listViews, removeView, saveView } from './find-applications.ts'
import { formRoutes } from './form-routes.ts'
import { acknowledgementRoutes, deliveryRoutes, tokenRoutes } from './handing-over-routes.ts'
import { codeLists } from './listed-application.ts'
import { createProviderClient, signOutAtProvider, staffProviderRoutes } from './provider/index.ts'
import { readApplication, serveOriginal, servePacket } from './read-application.ts'
import { readRecord, serveRecordExport } from './read-record.ts'
import { readStatistics } from './read-statistics.ts'
import { recordStaff } from './record-staff.ts'
import { serveStaffCall } from './serve-staff-call.ts'
import { type StaffDeps, staffOrigin } from './staff.ts'
import { signInWithLink } from './staff-link.ts'
import { endStaff, listStaff } from './staff-people.ts'
import { endStaffSession } from './staff-sessions.ts'
import { addNote, changeHandling, helpWithAccount, revealSsn } from './work-on-application.ts'

/** The calls of the staff desk. */
export function staffRoutes(app: App, deps: StaffDeps): void {
  const { db } = deps.database
  const provider = deps.settings.staffProvider && createProviderClient(deps.settings.staffProvider)
  if (provider) staffProviderRoutes(app, deps, provider)
  formRoutes(app, deps)
  faceOfFormRoutes(app, deps)
  serveStaffCall(app, deps, 'staffSession', async ({ session }) => {
    const { term, major, kind } = await codeLists(deps)
    return {
      person: session.person,
      role: session.role,
      signed_in_at: session.signedInAt.toISOString(),
      idle_until: session.idleUntil.toISOString(),
      ends_at: session.endsAt.toISOString(),
      terms: [...term],
      majors: [...major],
      kinds: [...kind],
      facets: facetsOf(deps.form).map(({ key, label, kind, options }) => ({ key, label, kind, options: [...options] })),
    }
  })
  serveStaffCall(app, deps, 'useStaffLink', async ({ body, request, reply }) => {
    const allowance = await deps.limits.takeForAddress('staff_link', request.ip)
    if (!allowance.allowed) return refusalUntil(allowance.retryAfterSeconds)
    const earlier = hiddenCookieIn(request.headers.cookie, deps.settings, 'staff')
    const session = await signInWithLink(deps, body.token, earlier)
    if (isRefusal(session)) return session
    reply.header('set-cookie', hiddenCookie(deps.settings, 'staff', session.token, session.seconds))
    return { message: 'You are signed in.' }
  })
  serveStaffCall(app, deps, 'signOutStaff', async ({ session, request, reply }) => {
    await endStaffSession(db, session.sessionId)
    await recordStaff(db, 'staff signed out', session.person, String(session.person.id))
    const cookie = hiddenCookie(deps.settings, 'staff', '', 0)
    reply.header('set-cookie', cookie).header('clear-site-data', CLEARED_AT_LOG_OUT)
    return { next: provider ? await signOutAtProvider(deps, provider, session.person.id, request.log) : null }
  })
  serveStaffCall(app, deps, 'findApplications', async ({ body, session }) => {
    const found = await findApplications(deps, session, body)
    const searched = Object.keys(body.search)
    // What was searched for by name stays out of the record; that somebody searched, and by what, is in it.
    if (!isRefusal(found) && searched.length > 0) {
      const detail = { by: searched, found: found.applications.map(({ id }) => id) }
      await recordStaff(db, 'applications searched', session.person, String(session.person.id), detail)
    }
    return found
  })
  serveStaffCall(app, deps, 'readApplication', async ({ params, session }) => {
    const application = await readApplication(deps, session, params.id)
    if (isRefusal(application)) return application
    const detail = { role: session.role, ...(application.submitted_at === null && { draft: true }) }
    await recordStaff(db, 'application read', session.person, params.id, detail)
    return application
  })
  serveStaffCall(app, deps, 'openApplication', async ({ params: { id }, session }) => {
    const found = await db
      .selectFrom('application')
      .leftJoin('submission', 'submission.application_id', 'application.id')
      .select('submission.version')
      .where('application.id', '=', id)
      .executeTakeFirst()
    if (!found) return refusal('no_such_application')
    const isDraft = found.version === null
    if (isDraft && !mayStaff(session.role, 'drafts')) return refusal('missing_drafts_right')
    const detail = { role: session.role, ...(isDraft && { draft: true }) }
    await recordStaff(db, 'service view opened', session.person, id, detail)
    // At the host of the desk, where the session's cookie is.
    const links = { ...deps, settings: { baseUrl: staffOrigin(deps.settings) } }
    return {
      url: await makeDeskLink(links, {
        applicationId: id,
        sessionId: session.sessionId,
        rights: staffRoles[session.role],
      }),
    }
  })
  serveStaffCall(app, deps, 'addNote', ({ params, body, session }) => addNote(deps, session, { ...params, ...body }))
  serveStaffCall(app, deps, 'helpWithAccount', ({ params, body, session }) =>
    helpWithAccount(deps, session, { ...params, ...body }),
  )
  serveStaffCall(app, deps, 'revealSsn', ({ params, body, session }) =>
    revealSsn(deps, session, { ...params, ...body }),
  )
  serveStaffCall(app, deps, 'makeHeldData', async ({ params: { id }, body, session }) => {
    if (!session.isFresh) return refusal('old_sign_in')
    const held = await heldDataForLetter(deps.erasures, id, staffRoles[session.role])
    if (!held) return refusal('no_such_application')
    await recordStaff(db, 'held data made', session.person, id, { role: session.role, reason: body.reason })
    return held
  })
  serveStaffCall(app, deps, 'changeHandling', ({ body, session }) => changeHandling(deps, session, body))
  serveStaffCall(app, deps, 'listLostReceipts', () => lostReceipts(deps))
  serveStaffCall(app, deps, 'settleLostReceipt', ({ body, session }) =>
    inTransaction(db, async (transaction) => {
      if (!(await settleLostReceipt(deps, transaction, body))) return refusal('no_lost_receipt')
      await recordStaff(transaction, 'lost receipt settled', session.person, body.id, { version: body.version })
      return { message: 'The receipt is settled.' }
    }),
  )
  serveStaffCall(app, deps, 'listStaff', () => listStaff(deps))
  serveStaffCall(app, deps, 'endStaff', ({ params, session }) => endStaff(deps, session, params.id))
  serveStaffCall(app, deps, 'countWork', ({ session }) => countWork(deps, session))
  serveStaffCall(app, deps, 'listViews', ({ session }) => listViews(deps, session))
  serveStaffCall(app, deps, 'saveView', ({ body, session }) => saveView(deps, session, body))
  serveStaffCall(app, deps, 'removeView', ({ params, session }) => removeView(deps, session, params.id))
  serveStaffCall(app, deps, 'readStatistics', () => readStatistics(deps))
  serveStaffCall(app, deps, 'readRecord', async ({ body, session }) => {
    const { before, limit, ...filters } = body
    await recordStaff(db, 'record read', session.person, String(session.person.id), filters)
    return readRecord(deps, body)
  })
  lifeRoutes(app, deps)
  staffErasureRoutes(app, deps)
  deliveryRoutes(app, deps)
  tokenRoutes(app, deps)
  acknowledgementRoutes(app, deps)
  servePacket(app, deps)
  serveOriginal(app, deps)
  serveRecordExport(app, deps)
}
