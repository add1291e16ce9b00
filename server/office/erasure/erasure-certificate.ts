import { sql } from 'kysely'
import type { Institution, StaffReply } from '../../../api/index.ts'
import type { PrintedPage, PrintedRow } from '../../../engine/index.ts'
import { type PdfContent, pdfInstitution, plainContent, timeWithZone } from '../../documents/application-pdf/index.ts'
import { handedOver } from '../../handing-over/acknowledgements/index.ts'
import type { Database } from '../../platform/database/index.ts'

type Certificate = StaffReply<'readErasure'>

/**
 * What is known of an erasure: what was erased, when and by whom, who had received it and what they said since, and what
 * the search of the database's files found. It names nobody but staff. Undefined if no such application was erased.
 */
export async function erasureCertificate(
  { db, kind }: Pick<Database, 'db' | 'kind'>,
  applicationId: string,
): Promise<Certificate | undefined> {
  const found = await db
    .selectFrom('erasure')
    .leftJoin('staff_person as asker', 'asker.id', 'asked_by')
    .leftJoin('staff_person as confirmer', 'confirmer.id', 'confirmed_by')
    .selectAll('erasure')
    .select(['asker.name as asker', 'confirmer.name as confirmer'])
    .where('application_id', '=', applicationId)
    .executeTakeFirst()
  if (!found) return undefined
  const asked = await db
    .selectFrom('audit')
    .select('at')
    .where('subject', '=', applicationId)
    .where('action', '=', 'erasure asked for')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  const given = await db
    .selectFrom(handedOver(db, [applicationId]).as('given'))
    .select(['target', sql<Date>`max(at)`.as('at'), sql<number>`max(version)`.as('version')])
    .groupBy('target')
    .orderBy('target')
    .execute()
  const answers = await db
    .selectFrom('acknowledgement')
    .distinctOn('target')
    .select(['target', 'result', 'at'])
    .where('application_id', '=', applicationId)
    .where('at', '>', found.erased_at)
    .orderBy('target')
    .orderBy('id', 'desc')
    .execute()
  const { searched } = found
  return {
    application_id: applicationId,
    reference: found.reference,
    cause: found.cause,
    asked: found.asker === null ? null : { by: found.asker, at: asked?.at.toISOString() ?? null },
    confirmed_by: found.confirmer,
    erased_at: found.erased_at.toISOString(),
    files_erased_at: found.files_erased_at?.toISOString() ?? null,
    removed: found.removed,
    received: given.map(({ target, at, version }) => {
      const answer = answers.find((each) => each.target === target)
      return {
        target,
        at: at.toISOString(),
        version,
        answer: answer ? { result: answer.result, at: answer.at.toISOString() } : null,
      }
    }),
    database: kind,
    search: searched && {
      at: searched.at,
      marks: searched.marks,
      files: searched.files ?? null,
      bytes: searched.bytes ?? null,
      found: [...(searched.found ?? [])],
    },
  }
}

/** The certificate as a PDF prints it, with the same attached as data. */
export const certificateContent = (certificate: Certificate, institution: Institution, madeAt: Date): PdfContent => {
  const time = (at: string | null) => (at === null ? 'Not yet' : timeWithZone(new Date(at), institution.time_zone))
  const { reference, cause, asked, confirmed_by, erased_at, files_erased_at, removed, received } = certificate
  const named = reference ?? 'A draft'
  return plainContent({
    institution: pdfInstitution(institution),
    title: 'Certificate of Erasure',
    heading: reference === null ? 'A draft without a reference' : `Application ${reference}`,
    reference: named,
    madeAt,
    cover: [
      { label: 'Application', text: certificate.application_id },
      { label: 'Erased', text: time(erased_at) },
      { label: 'Why', text: causes[cause] ?? cause },
      ...(asked ? [{ label: 'Asked for by', text: asked.at ? `${asked.by}, ${time(asked.at)}` : asked.by }] : []),
      ...(confirmed_by === null ? [] : [{ label: 'Confirmed by', text: confirmed_by }]),
      { label: 'Files erased', text: time(files_erased_at) },
    ],
    pages: [
      page('erased', 'What was erased', [
        ...Object.entries(removedLabels).map(([what, label]) => row(label, String(removed[what] ?? 'Not counted'))),
        row('What stays', 'This certificate, and a row of the record with ids, dates and who decided.'),
      ]),
      page(
        'received',
        'Who had received it',
        received.length === 0
          ? [row('Other systems', 'It was handed over to none.')]
          : received.map(({ target, at, version, answer }) =>
              row(
                target,
                `Version ${version}, ${time(at)}. ${
                  answer
                    ? `It answered since the erasure: ${answer.result}, ${time(answer.at)}.`
                    : 'It has not answered since the erasure. What it holds is its own to erase.'
                }`,
              ),
            ),
      ),
      page('search', 'Search for what is left', [row('Files of the database', searchInWords(certificate, time))]),
    ],
    attached: {
      name: 'certificate.json',
      description: 'This certificate as data',
      data: JSON.stringify({ format: 'causeway-erasure-1', ...certificate }, null, 1),
    },
  })
}

function searchInWords({ database, search }: Certificate, time: (at: string) => string): string {
  if (database === 'postgres')
    return 'They were not searched: a PostgreSQL of its own keeps them. It removes erased rows by itself; its log and its backups of before keep them until they expire.'
  if (search === null)
    return 'Not searched yet. Within an hour of the erasure every table is written anew and searched.'
  if (search.files === null)
    return `Every table was written anew, ${time(search.at)}. They were not searched, because the server was restarted before.`
  const extent = `${search.files} files, ${search.bytes} bytes, were searched for ${search.marks} marks of the application (its key, and the address, name and phones that nobody else has), ${time(search.at)}`
  return search.found.length === 0
    ? `${extent}. 0 bytes were found.`
    : `${extent}. Something was found in: ${search.found.join(', ')}.`
}

const page = (slug: string, title: string, rows: readonly PrintedRow[]): PrintedPage => ({ slug, title, rows })
const row = (label: string, text: string): PrintedRow => ({ kind: 'text', label, text, answered: true })

const causes: Readonly<Record<Certificate['cause'], string>> = {
  applicant: 'The applicant deleted it',
  staff: 'One person of the staff asked for it, and another confirmed it',
  retention: 'Its time had passed',
  list: 'It had come back with a restored backup',
}

const removedLabels: Readonly<Record<string, string>> = {
  signed_versions: 'Versions that were signed',
  recorded_changes: 'Recorded changes of answers',
  documents: 'Documents',
  pdf_copies: 'PDF copies',
  notes: 'Notes of staff',
  mails: 'Records of mails',
}
