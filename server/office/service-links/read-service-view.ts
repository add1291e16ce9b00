import type { FastifyRequest } from 'fastify'
import { answersLeaving, isWithheld, type Reply } from '../../../api/index.ts'
import {
  type Application,
  everyPrintedPage,
  inEnglish,
  type Outline,
  type OutlineItem,
  outlineOf,
  outlineWithout,
  sayIn,
  withDescriptions,
} from '../../../engine/index.ts'
import { applicationWithId, withoutUndefined } from '../../applying/applications/index.ts'
import { readSubmission, withdrawnAt } from '../../applying/submissions/index.ts'
import { checksInWords } from '../../documents/documents/index.ts'
import { type App, type Refusal, refusal, refusalUntil, serveCall } from '../../platform/http/index.ts'
import type { Limits } from '../../platform/limits/index.ts'
import { tokenHash } from '../../platform/secrets/index.ts'
import { languagesOf } from '../../running/institution/index.ts'
import { auditServiceLink, type ServiceLinkDeps } from './service-links.ts'

/** GET /service/tmp-pdf (requirement 7.tmp-pdf.1). */
export function serviceLinkRoutes(
  app: App,
  deps: ServiceLinkDeps,
  limits: Limits,
  /** The session at the staff desk of whoever asks. */
  staffSessionOf: (request: FastifyRequest) => Promise<number | undefined> = async () => undefined,
): void {
  serveCall(app, 'serviceView', async ({ body, request }) => {
    const allowance = await limits.takeForAddress('service_view', request.ip)
    if (!allowance.allowed) return refusalUntil(allowance.retryAfterSeconds)
    return readServiceView(deps, body.service_token, await staffSessionOf(request))
  })
}

/**
 * What staff read (requirements 6.service and 7.tmp-pdf): a submitted application as it was signed, an open one as it
 * is now. Secret answers are masked before they leave the server. A link of the staff desk opens in its maker's session
 * only, without what they may not see. Every use adds an audit row.
 */
async function readServiceView(
  deps: ServiceLinkDeps,
  token: string,
  staffSessionId?: number,
): Promise<Reply<'serviceView'> | Refusal> {
  const { database, keyRing, form, now } = deps
  const { db } = database
  const link = await db
    .selectFrom('service_link')
    .select(['id', 'application_id', 'expires_at', 'staff_session_id', 'rights'])
    .select(['may_read_sensitive', 'may_read_demographics'])
    .where('hash', '=', tokenHash(token))
    .where('expires_at', '>', now())
    .executeTakeFirst()
  if (!link || (link.staff_session_id ?? staffSessionId) !== staffSessionId) return refusal('ended_service_link')
  await auditServiceLink(db, 'service link used', link.application_id, { link: link.id })
  const timeZone = deps.institution.time_zone
  const checks = await checksInWords({ db, keyRing, timeZone }, link.application_id)
  const leaving = leavingBy(link)
  const pagesOf = (outline: Outline) => pagesLeaving(deps, withChecks(outline, checks), leaving)
  const viewOf = (application: Application, outline: Outline) => ({
    ...answersOf(deps, application, leaving),
    pages: inEnglish(() => pagesOf(outline)),
  })
  const submission = await readSubmission(db, keyRing, link.application_id)
  if (submission) {
    const { snapshot, reference, version, submittedAt } = submission
    const { application, outline, read } = snapshot
    return {
      ...viewOf(application, outline),
      as_read: read
        ? {
            language: read.language,
            pages: sayIn(languagesOf(deps.institution).wordsOf(read.language), () => pagesOf(read.outline)),
          }
        : null,
      submission: { reference, version, submitted_at: submittedAt.toISOString() },
      withdrawn_at: (await withdrawnAt(db, link.application_id))?.toISOString() ?? null,
      expires_at: link.expires_at.toISOString(),
    }
  }
  const { application } = await applicationWithId(deps, db, link.application_id)
  return {
    ...viewOf({ ...application, answer: withDescriptions(form, application) }, outlineOf(form, application)),
    as_read: null,
    submission: null,
    withdrawn_at: null,
    expires_at: link.expires_at.toISOString(),
  }
}

/** An outline whose documents say after the name of their file how it was checked. */
function withChecks({ pages }: Outline, checks: ReadonlyMap<string, string>): Outline {
  const withCheck = (item: OutlineItem): OutlineItem => {
    if (item.kind === 'group') return { ...item, items: item.items.map(withCheck) }
    const checked = checks.get(item.key)
    if (!item.file || checked === undefined) return item
    const file_name = `${item.file.file_name} (${checked})`
    return { ...item, file: { ...item.file, file_name } }
  }
  return { pages: pages.map((page) => ({ ...page, items: page.items.map(withCheck) })) }
}

type Link = {
  readonly staff_session_id: number | null
  readonly rights: readonly string[] | null
  readonly may_read_sensitive: boolean
  readonly may_read_demographics: boolean
}

/** By which way the answers leave, and with which rights; a server of the release before says these in its own way. */
function leavingBy(link: Link): { readonly way: 'service_link' | 'service_view'; readonly rights: readonly string[] } {
  if (link.staff_session_id === null) return { way: 'service_link', rights: [] }
  const earlier = link.may_read_sensitive
    ? ['sensitive', 'conduct', ...(link.may_read_demographics ? ['demographics'] : [])]
    : []
  return { way: 'service_view', rights: link.rights ?? ['read', ...earlier] }
}

type Leaving = ReturnType<typeof leavingBy>

/** The printed pages without what does not leave. Say them in the language of the outline. */
function pagesLeaving({ form, institution }: ServiceLinkDeps, signed: Outline, { way, rights }: Leaving) {
  return everyPrintedPage(outlineWithout(signed, isWithheld(form, way, rights)), institution.pdf_pages)
}

function answersOf({ form }: ServiceLinkDeps, application: Application, { way, rights }: Leaving) {
  const { add_another, document_answer, tabs } = application
  return {
    answer: withoutUndefined(answersLeaving(form, way, application.answer, rights)),
    add_another: withoutUndefined(add_another),
    document_answer: withoutUndefined(document_answer),
    tabs: withoutUndefined(tabs),
  }
}
