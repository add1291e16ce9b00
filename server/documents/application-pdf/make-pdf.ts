import type { Transaction } from 'kysely'
import { z } from 'zod'
import { readSubmission } from '../../applying/submissions/index.ts'
import type { Tables } from '../../platform/database/index.ts'
import type { Handler, Queue } from '../../platform/jobs/index.ts'
import type { ApplicationPdfDeps } from './deps.ts'
import { renderApplicationPdf } from './render-application-pdf.ts'
import { setPdfStatus, storePdf } from './stored-pdfs.ts'

/** Jobs that make a PDF. The PDF follows acceptance and never blocks it, so a failure is retried for hours. */
const pdfQueue: Queue<{ applicationId: string }> = {
  name: 'make-copy',
  data: z.object({ applicationId: z.string() }),
  retryLimit: 8,
  retryDelay: 15,
  retryBackoff: true,
  expireInSeconds: 120,
}

/** Registers the handler that makes PDFs; call it before the jobs start. */
export const definePdfJob = (deps: ApplicationPdfDeps): void => deps.jobs.define(pdfQueue, makePdf(deps))

/** Requests the PDF of an accepted application, in the transaction that accepts it. */
export async function requestPdf(
  { jobs }: ApplicationPdfDeps,
  transaction: Transaction<Tables>,
  { applicationId, version }: { readonly applicationId: string; readonly version: number },
): Promise<void> {
  await setPdfStatus(transaction, applicationId, 'UNPROCESSED', { version })
  await jobs.enqueue(transaction, pdfQueue, { applicationId }, { key: `${applicationId} ${version}` })
}

const makePdf =
  (deps: ApplicationPdfDeps): Handler<{ applicationId: string }> =>
  async ({ applicationId }) => {
    const { keyRing } = deps
    const { db } = deps.database
    const submission = await readSubmission(db, keyRing, applicationId)
    if (!submission) throw new Error('A PDF was requested for an application that is not submitted.')
    const { version } = submission
    await setPdfStatus(db, applicationId, 'IN_PROGRESS', { version })
    try {
      await storePdf(
        deps,
        { applicationId, version },
        await renderApplicationPdf(deps, submission, { ownSheets: true }),
      )
    } catch (error) {
      await setPdfStatus(db, applicationId, 'FAILED', { version, message: FAILED })
      throw error
    }
  }

const FAILED = 'We couldn’t make your PDF yet. Your application is safe with us, and we keep trying.'
