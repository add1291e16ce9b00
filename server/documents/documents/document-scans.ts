import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../../platform/database/index.ts'
import { formatDateTime } from '../../running/institution/index.ts'

/** When a document was scanned for malware, and by what, such as `ClamAV 1.4.3/27795/Sun Nov 22 2026`. */
export type DocumentScan = { readonly at: Date; readonly by: string }

/** The scan of each document of an application, by answer key; null for a document that was not scanned. */
export async function documentScans(
  db: Kysely<Tables>,
  applicationId: string,
): Promise<ReadonlyMap<string, DocumentScan | null>> {
  const rows = await db
    .selectFrom('document')
    .select(['answer_key', 'scanned_at', 'scanned_by'])
    .where('application_id', '=', applicationId)
    .where('status', '=', 'COMPLETED')
    .execute()
  return new Map(rows.map(({ answer_key, ...row }) => [answer_key, scanOf(row)]))
}

/** The scan of the row of a document; null if it was not scanned. */
export const scanOf = ({
  scanned_at: at,
  scanned_by: by,
}: Pick<Selectable<Tables['document']>, 'scanned_at' | 'scanned_by'>): DocumentScan | null =>
  at && by !== null ? { at, by } : null

/** For staff: "scanned for malware by ClamAV 1.4.3 on November 22, 2026 at 3:42 PM MST", or that it was not. */
export function scanInWords(scan: DocumentScan | null, timeZone: string): string {
  if (scan === null) return 'not scanned for malware'
  // The version and date of the scanner's list, after the first slash, are only kept.
  const [scanner] = scan.by.split('/')
  return `scanned for malware by ${scanner} on ${formatDateTime(scan.at, timeZone)}`
}
