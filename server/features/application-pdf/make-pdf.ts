import type { Transaction } from 'kysely'
import { z } from 'zod'
import {
  type Application,
  answerTo,
  descriptionKey,
  everyPrintedPage,
  labelOf,
  questionsByKey,
} from '../../../engine/index.ts'
import { type AdmissionsKey, legalName } from '../../../form/index.ts'
import type { Tables } from '../../platform/database/index.ts'
import type { Handler, Queue } from '../../platform/jobs/index.ts'
import { readSubmission } from '../submissions/index.ts'
import type { ApplicationPdfDeps } from './deps.ts'
import { pdfContent } from './pdf-content.ts'
import { sealPdf } from './pdf-seal.ts'
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
  applicationId: string,
): Promise<void> {
  await setPdfStatus(transaction, applicationId, 'UNPROCESSED')
  await jobs.enqueue(transaction, pdfQueue, { applicationId }, { key: applicationId })
}

const makePdf =
  ({ database, keyRing, form, institution, renderer, now }: ApplicationPdfDeps): Handler<{ applicationId: string }> =>
  async ({ applicationId }) => {
    const { db } = database
    const submission = await readSubmission(db, keyRing, applicationId)
    if (!submission) throw new Error('A PDF was requested for an application that is not submitted.')
    await setPdfStatus(db, applicationId, 'IN_PROGRESS')
    const { snapshot, reference, submittedAt } = submission
    const { address, help_email, ...rest } = institution
    const madeAt = now()
    try {
      const { pdf } = await renderer.renderPdf(
        pdfContent({
          pages: everyPrintedPage(snapshot.outline, institution.pdf_pages),
          institution: {
            ...rest,
            address_lines: [address.line_1, `${address.city}, ${address.state} ${address.zip}`],
            email: help_email,
          },
          applicant: legalName(snapshot.application.answer),
          term: termOf(snapshot.application, form),
          reference,
          submittedAt,
          formVersion: snapshot.form_version,
          madeAt,
        }),
      )
      const about = { kind: 'application PDF', reference, made: madeAt.toISOString() } as const
      await storePdf(db, keyRing, applicationId, sealPdf(keyRing, pdf, about))
    } catch (error) {
      await setPdfStatus(db, applicationId, 'FAILED', { message: FAILED })
      throw error
    }
  }

const FAILED = "We couldn't make your PDF yet. Your application is safe with us, and we keep trying."

/** The entry term with the wording it had when the application was signed. */
function termOf({ answer }: Application, form: ApplicationPdfDeps['form']): string {
  const key: AdmissionsKey = 'entry_term'
  const question = questionsByKey(form).get(key)
  const described = answer[descriptionKey(key)]
  return described ?? (question?.kind === 'choice' ? labelOf(question, answerTo(answer, key)) : '')
}
