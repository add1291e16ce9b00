import { applicationOf } from '../../applying/applications/index.ts'
import { type App, serveCall } from '../../platform/http/index.ts'
import { deleteDocument } from './delete-document.ts'
import type { Documents } from './documents.ts'
import { mayUpload } from './may-upload.ts'
import { phoneLinkRoutes } from './phone-links/phone-link-routes.ts'
import { presignUpload } from './presign-upload.ts'
import { readConversion } from './read-conversion.ts'
import { serveDocument } from './serve-document.ts'
import { startConversion } from './start-conversion.ts'

/** The calls for uploaded documents (requirements 7.presigned-url, 7.document-answer, 7.conversion and 7.phone-link). */
export async function documentRoutes(app: App, documents: Documents): Promise<void> {
  await documents.storage.routes(app, (key) => mayUpload(documents, key))
  serveCall(app, 'presignUpload', ({ applicant, body }) => presignUpload(documents, applicant.owner, body.answer_key))
  serveCall(app, 'documentAnswer', async ({ applicant }) => {
    const { application } = await applicationOf(documents, documents.database.db, applicant.owner)
    return Object.fromEntries(
      Object.entries(application.document_answer).flatMap(([key, file]) => (file ? [[key, file]] : [])),
    )
  })
  serveCall(
    app,
    'startConversion',
    ({ applicant, parameters, body }) => startConversion(documents, applicant.owner, parameters.answer_key, body),
    202,
  )
  serveCall(app, 'conversion', ({ applicant, parameters }) =>
    readConversion(documents, applicant.accountId, parameters.answer_key),
  )
  for (const name of ['deleteConversion', 'deleteDocument'] as const)
    serveCall(app, name, ({ applicant, parameters }) =>
      deleteDocument(documents, applicant.owner, parameters.answer_key),
    )
  serveDocument(app, documents)
  phoneLinkRoutes(app, documents)
}
