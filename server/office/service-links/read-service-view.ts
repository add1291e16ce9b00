import type { Reply } from '../../../api/index.ts'
import {
  type Application,
  careOf,
  everyPrintedPage,
  type Outline,
  outlineOf,
  outlineWithout,
  withDescriptions,
  withoutSecrets,
} from '../../../engine/index.ts'
import { applicationWithId, withoutUndefined } from '../../applying/applications/index.ts'
import { readSubmission, withdrawnAt } from '../../applying/submissions/index.ts'
import { documentScans } from '../../documents/documents/index.ts'
import { demographicKeys } from '../../handing-over/exports/index.ts'
import { type Refusal, refusal } from '../../platform/http/index.ts'
import { tokenHash } from '../../platform/secrets/index.ts'
import { auditServiceLink } from './audit-service-link.ts'
import type { MaySee } from './make-service-link.ts'
import type { ServiceLinks } from './service-links.ts'
import { withScans } from './with-scans.ts'

/**
 * What staff read (requirements 6.service and 7.tmp-pdf): a submitted application as it was signed, an open one as it
 * is now. Secret answers are masked before they leave the server. A link of the staff desk opens in its maker's session
 * only, without what they may not see. Every use adds an audit row.
 */
export async function readServiceView(
  links: ServiceLinks,
  token: string,
  staffSessionId?: number,
): Promise<Reply<'serviceView'> | Refusal> {
  const { database, keyRing, form, now } = links
  const { db } = database
  const link = await db
    .selectFrom('service_link')
    .select(['id', 'application_id', 'expires_at', 'staff_session_id', 'may_read_sensitive', 'may_read_demographics'])
    .where('hash', '=', tokenHash(token))
    .where('expires_at', '>', now())
    .executeTakeFirst()
  if (!link || (link.staff_session_id ?? staffSessionId) !== staffSessionId) return refusal('ended_service_link')
  await auditServiceLink(db, 'service link used', link.application_id, { link: link.id })
  const scans = await documentScans(db, link.application_id)
  const viewOf = (application: Application, outline: Outline) =>
    printed(links, application, withScans(outline, scans, links.institution.time_zone), {
      sensitive: link.may_read_sensitive,
      // Both, because a server of the previous release fills in only the first.
      demographics: link.may_read_sensitive && link.may_read_demographics,
    })
  const submission = await readSubmission(db, keyRing, link.application_id)
  if (submission) {
    const { snapshot, reference, version, submittedAt } = submission
    return {
      ...viewOf(snapshot.application, snapshot.outline),
      submission: { reference, version, submitted_at: submittedAt.toISOString() },
      withdrawn_at: (await withdrawnAt(db, link.application_id))?.toISOString() ?? null,
      expires_at: link.expires_at.toISOString(),
    }
  }
  const { application } = await applicationWithId(links, db, link.application_id)
  return {
    ...viewOf({ ...application, answer: withDescriptions(form, application) }, outlineOf(form, application)),
    ...{ submission: null, withdrawn_at: null },
    expires_at: link.expires_at.toISOString(),
  }
}

function printed({ form, institution }: ServiceLinks, application: Application, signed: Outline, may: MaySee) {
  const onOwnSheet = new Set(demographicKeys(form))
  const isLeftOut = (key: string) => {
    const asked = key.replace(/_desc$/, '')
    if (onOwnSheet.has(asked)) return !may.demographics
    return !may.sensitive && careOf(form, asked) === 'sensitive'
  }
  const outline = may.sensitive && may.demographics ? signed : outlineWithout(signed, isLeftOut)
  const { add_another, document_answer, tabs } = application
  const answer = Object.fromEntries(Object.entries(application.answer).filter(([key]) => !isLeftOut(key)))
  return {
    answer: withoutUndefined(withoutSecrets(form, answer)),
    add_another: withoutUndefined(add_another),
    document_answer: withoutUndefined(document_answer),
    tabs: withoutUndefined(tabs),
    pages: everyPrintedPage(outline, institution.pdf_pages),
  }
}
