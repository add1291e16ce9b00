import { type App, refusal, refuse } from '../../platform/http/index.ts'
import { readSignedPath } from '../../platform/secrets/index.ts'
import type { Documents } from './documents.ts'

/** Serves a converted document to anyone with a link to it, as a download that no browser opens as a page. */
export function serveDocument(app: App, { database, storage, keyRing, now }: Documents): void {
  app.get('/documents/:id/:expires/:signed', async (request, reply) => {
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
      .header('content-disposition', `attachment; filename*=UTF-8''${fileName(document.file_name ?? 'document')}`)
      .type('application/pdf')
      .send(Buffer.from(pdf))
  })
}

/** The applicant's file name with the new extension, encoded for a header. */
const fileName = (uploaded: string) =>
  encodeURIComponent(`${uploaded.replace(/\.[^.]*$/, '')}.pdf`).replace(
    /['()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16)}`,
  )
