import { accountIn, applicationOf, isSubmitted } from '../../applying/applications/index.ts'
import {
  type App,
  isRefusal,
  type Refusal,
  refusal,
  refusalUntil,
  refuse,
  serveCall,
} from '../../platform/http/index.ts'
import type { Limits } from '../../platform/limits/index.ts'
import { readSignedPath, signedPath } from '../../platform/secrets/index.ts'
import type { ApplicationPdfDeps } from './deps.ts'
import { renderDraft } from './make-pdf.ts'

const PATH = '/documents/draft-pdf'
const PURPOSE = 'draft PDF links'

/**
 * GET /api/pdf/draft, and the link that it returns: the PDF of an application that is not signed yet. It is made whenever
 * the link is opened, from what is saved then, and kept nowhere. The link alone opens nothing: the session must be of the
 * same application, so a link in a history or a message is of no use to others.
 */
export function draftPdfRoutes(app: App, deps: ApplicationPdfDeps, limits: Limits): void {
  const { database, keyRing, now } = deps
  serveCall(app, 'draftPdf', async ({ applicant }) => {
    const { id } = await applicationOf(deps, database.db, applicant.owner)
    if (await isSubmitted(database.db, id)) return refusal('already_submitted')
    return { url: `${PATH}/${signedPath(keyRing, PURPOSE, id, now())}` }
  })

  async function draftFor(owner: string, id: string): Promise<Uint8Array | Refusal> {
    const stored = await applicationOf(deps, database.db, owner)
    if (stored.id !== id) return refusal('other_account')
    if (await isSubmitted(database.db, id)) return refusal('already_submitted')
    const allowance = await limits.takeForSession('draft_pdf', accountIn(owner))
    return allowance.allowed ? renderDraft(deps, stored.application) : refusalUntil(allowance.retryAfterSeconds)
  }

  const config = { limit: 'signature', isRefusedWhenBusy: true } as const
  app.get(`${PATH}/:id/:expires/:signed`, { config }, async (request, reply) => {
    const id = readSignedPath(keyRing, PURPOSE, request.params, now())
    if (id === undefined) return refuse(reply, refusal('ended_file_link'))
    const applicant = await app.applicantOf(request, true)
    if (!applicant) return refuse(reply, refusal('unauthorized'))
    const draft = await app.load.run(() => draftFor(applicant.owner, id))
    if (isRefusal(draft)) return refuse(reply, draft)
    return reply
      .header('content-security-policy', "base-uri 'none'; frame-ancestors 'none'; sandbox")
      .header('content-disposition', `inline; filename="${deps.institution.pdf_name}-draft.pdf"`)
      .type('application/pdf')
      .send(Buffer.from(draft))
  })
}
