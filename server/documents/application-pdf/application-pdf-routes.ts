import { applicationIdOf } from '../../applying/applications/index.ts'
import { type App, refusal, refuse, serveCall } from '../../platform/http/index.ts'
import { readSignedPath, signedPath } from '../../platform/secrets/index.ts'
import type { ApplicationPdfDeps } from './deps.ts'
import { pdfStatusOf, storedPdf } from './stored-pdfs.ts'

const PURPOSE = 'copy links'

/** GET /api/pdf (requirement 7.pdf.1), and the signed link that it returns. */
export function applicationPdfRoutes(app: App, deps: ApplicationPdfDeps): void {
  const { database, keyRing, institution, now } = deps
  serveCall(app, 'pdfStatus', async ({ applicant }) => {
    const id = await applicationIdOf(database.db, applicant.accountId)
    const row = id === undefined ? undefined : await pdfStatusOf(database.db, id)
    if (id === undefined || !row) return { status: 'NOT_ANSWERED', url: '', message: '' }
    const url = row.status === 'COMPLETED' ? `/copies/${signedPath(keyRing, PURPOSE, id, now())}` : ''
    return { status: row.status, url, message: row.message ?? '' }
  })

  app.get('/copies/:id/:expires/:signed', async (request, reply) => {
    const id = readSignedPath(keyRing, PURPOSE, request.params, now())
    const stored = id === undefined ? undefined : await storedPdf(deps, id)
    if (!stored) return refuse(reply, refusal('ended_file_link'))
    // A PDF can contain its own kind of script, so in a tab it gets a page without any permissions.
    return reply
      .header('content-security-policy', "base-uri 'none'; frame-ancestors 'none'; sandbox")
      .header('content-disposition', `inline; filename="${institution.pdf_name}-${stored.reference}.pdf"`)
      .type('application/pdf')
      .send(stored.pdf)
  })
}
