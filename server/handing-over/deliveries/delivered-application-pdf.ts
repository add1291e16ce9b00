import { readSubmission } from '../../applying/submissions/index.ts'
import { renderUnsealedPdf } from '../../documents/application-pdf/index.ts'
import { demographicKeys, secretKeys, withoutKeys } from '../exports/index.ts'
import type { Deliveries } from './deliveries.ts'

/**
 * The application PDF of a version as a target gets it: without gender, ethnicity and race, which have a table of their
 * own, and without any digit of a Social Security number. It says when the delivery was made and has no seal, so that it
 * is the same each time. Undefined if there is no such version.
 */
export async function deliveredApplicationPdf(
  deliveries: Deliveries,
  { application_id, version }: { readonly application_id: string; readonly version: number },
  madeAt: Date,
): Promise<Uint8Array | undefined> {
  const { form, keyRing, database } = deliveries
  const submission = await readSubmission(database.db, keyRing, application_id, { version })
  if (!submission) return undefined
  const withheld = new Set([...demographicKeys(form), ...secretKeys(form)])
  return renderUnsealedPdf(deliveries, withoutKeys(submission, withheld), { ownSheets: false, madeAt })
}
