import { applicationOf } from '../../applying/applications/index.ts'
import { type App, refusal, refuse, serveCall } from '../../platform/http/index.ts'
import { readSignedPath } from '../../platform/secrets/index.ts'
import { deleteDocument } from './delete-document.ts'
import type { DocumentsDeps } from './deps.ts'
import { phoneLinkRoutes } from './phone-links.ts'
import { mayUpload, presignUpload } from './presign-upload.ts'
import { readConversion, startConversion } from './start-conversion.ts'

/** The calls for uploaded documents (requirements 7.presigned-url, 7.document-answer, 7.conversion and 7.phone-link). */
export async function documentRoutes(app: App, deps: DocumentsDeps): Promise<void> {
  await deps.storage.routes(app, (key) => mayUpload(deps, key))
  serveCall(app, 'presignUpload', ({ applicant, body }) => presignUpload(deps, applicant.owner, body.answer_key))
  serveCall(app, 'documentAnswer', async ({ applicant }) => {
    const { application } = await applicationOf(deps, deps.database.db, applicant.owner)
    return Object.fromEntries(
      Object.entries(application.document_answer).flatMap(([key, file]) => (file ? [[key, file]] : [])),
    )
  })
  serveCall(
    app,
    'startConversion',
    ({ applicant, parameters, body }) => startConversion(deps, applicant.owner, parameters.answer_key, body),
    202,
  )
  serveCall(app, 'conversion', ({ applicant, parameters }) =>
    readConversion(deps, applicant.accountId, parameters.answer_key),
  )
  for (const name of ['deleteConversion', 'deleteDocument'] as const)
    serveCall(app, name, ({ applicant, parameters }) => deleteDocument(deps, applicant.owner, parameters.answer_key))
  serveDocument(app, deps)
  phoneLinkRoutes(app, deps)
}

/** Serves a converted document to anyone with a link to it, as a download that no browser opens as a page. */
function serveDocument(app: App, { database, storage, keyRing, now }: DocumentsDeps): void {
  app.get('/documents/:id/:expires/:signed', { config: { limit: 'signature' } }, async (request, reply) => {
    const id = readSignedPath(keyRing, 'document links', request.params, now())
    const document =
      id !== undefined &&
      (await database.db
        .selectFrom('document')
        .select(['file_name', 'result_key'])
        .where('id', '=', id)
        .where('status', '=', 'COMPLETED')
        .executeTakeFirst())
    const pdf = document ? await storage.read(document.result_key) : undefined
    if (!document || !pdf) return refuse(reply, refusal('ended_file_link'))
    return reply
      .header('content-security-policy', "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox")
      .header('x-content-type-options', 'nosniff')
      .header('content-disposition', `attachment; filename*=UTF-8''${pdfNameIn(document.file_name ?? 'document')}`)
      .type('application/pdf')
      .send(Buffer.from(pdf))
  })
}

/** The applicant's file name with the new extension, encoded for a header. */
export const pdfNameIn = (uploaded: string): string =>
  encodeURIComponent(`${uploaded.replace(/\.[^.]*$/, '')}.pdf`).replace(
    /['()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16)}`,
  )
