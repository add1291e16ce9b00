import type { Kysely } from 'kysely'
import { questionsByKey } from '../../../engine/index.ts'
import type { Tables } from '../../platform/database/index.ts'
import { type Refusal, refusal } from '../../platform/http/index.ts'
import { isSubmitted } from '../applications/index.ts'
import type { Documents } from './documents.ts'

/** Why nothing can be done about the document of a question: it takes none, or the application is submitted (Q25). */
export async function refusedForUpload(
  { form }: Documents,
  db: Kysely<Tables>,
  applicationId: string,
  answerKey: string,
): Promise<Refusal | undefined> {
  if (questionsByKey(form).get(answerKey)?.kind !== 'upload') return refusal('no_upload_question')
  return (await isSubmitted(db, applicationId)) ? refusal('already_submitted') : undefined
}
