import type { Kysely } from 'kysely'
import { locale, say } from '../../../engine/index.ts'
import { sealerOf } from '../../applying/applications/index.ts'
import type { Tables } from '../../platform/database/index.ts'
import { DATA_KEY, type KeyRing, type Sealed, type Sealer, sealAgain } from '../../platform/secrets/index.ts'
import { formatDateTime } from '../../running/institution/index.ts'
import { type Signature, signaturesSchema } from '../conversion/index.ts'
import { scanInWords, scanOf } from './malware-scan.ts'

/** A document with the data key of its application. */
type Sealing = { readonly id: string; readonly application_id: string; readonly data_key: Sealed | null }

const contextOf = ({ id }: Pick<Sealing, 'id'>) => `signatures:${id}`

export const sealSignatures = (keyRing: KeyRing, document: Sealing, signatures: readonly Signature[]): Sealed =>
  sealerFor(keyRing, document).seal(JSON.stringify(signatures), contextOf(document))

/** The signatures that a document had when it came. */
export const signaturesOf = (
  keyRing: KeyRing,
  { signatures, ...document }: Sealing & { readonly signatures: Sealed | null },
): readonly Signature[] =>
  signatures === null
    ? []
    : signaturesSchema.parse(JSON.parse(sealerFor(keyRing, document).open(signatures, contextOf(document))))

/** Seals those of an application anew, when it gets a data key. The caller's transaction has locked it. */
export async function sealSignaturesAgain(
  transaction: Kysely<Tables>,
  applicationId: string,
  from: Sealer,
  to: Sealer,
): Promise<void> {
  const rows = await transaction
    .selectFrom('document')
    .select(['id', 'signatures'])
    .where('application_id', '=', applicationId)
    .where('signatures', 'is not', null)
    .execute()
  for (const { id, signatures } of rows) {
    if (signatures === null || signatures.kid === DATA_KEY) continue
    const again = JSON.stringify(sealAgain(signatures, contextOf({ id }), from, to))
    await transaction.updateTable('document').set({ signatures: again }).where('id', '=', id).execute()
  }
}

const sealerFor = (keyRing: KeyRing, { application_id: id, data_key }: Sealing) => sealerOf(keyRing, { id, data_key })

/**
 * For staff, and in Your data: "signed by Ada Registrar (Example University) on November 22, 2026 at 3:42 PM MST,
 * signature intact, issuer on your list", one after the other; empty without a signature.
 */
export const signaturesInWords = (signatures: readonly Signature[], timeZone: string): string =>
  signatures.map((each) => inWords(each, timeZone)).join('; ')

/** Facts beside each other. */
const listed = (facts: readonly string[]) =>
  new Intl.ListFormat(locale(), { type: 'unit', style: 'short' }).format(facts)

function inWords({ signer, issuer, at, ...signature }: Signature, timeZone: string): string {
  const by = signedInWords(signer, at === null ? '' : formatDateTime(new Date(at), timeZone))
  if (signature.state === 'unchecked') return listed([by, say('signature cannot be checked')])
  if (signature.state === 'broken')
    return listed([by, say('SIGNATURE NOT VALID: the file was changed after it was signed')])
  const unlisted = issuer ? say('issuer {issuer} not on your list', { issuer }) : say('issuer not on your list')
  return listed([
    by,
    say('signature intact'),
    ...(signature.isWhole ? [] : [say('FILE WAS ADDED TO after it was signed')]),
    signature.isListed ? say('issuer on your list') : unlisted,
    ...(signature.isValidToday ? [] : [say('certificate was not valid on the day the file came')]),
  ])
}

function signedInWords(signer: string, dateAndTime: string): string {
  if (dateAndTime === '') return signer === '' ? say('signed') : say('signed by {signer}', { signer })
  return signer === ''
    ? say('signed on {dateAndTime}', { dateAndTime })
    : say('signed by {signer} on {dateAndTime}', { signer, dateAndTime })
}

/** For the applicant; undefined without a signature. */
export function signaturesForApplicant(signatures: readonly Signature[]): string | undefined {
  if (signatures.length === 0) return undefined
  // What came after a signature is signed too if a later one covers it.
  const isSound = signatures.every(
    ({ state, isListed, isValidToday }) => state === 'intact' && isListed && isValidToday,
  )
  if (!isSound || !signatures.some(({ isWhole }) => isWhole)) return say('We keep the original with its signature.')
  const signers = new Intl.ListFormat(locale()).format(new Set(signatures.map(({ signer }) => signer)))
  return say('Signed by {signers}, checked.', { signers })
}

/** For staff, of each document of an application by answer key: whether it was scanned, and what its signatures are worth. */
export async function checksInWords(
  { db, keyRing, timeZone }: { readonly db: Kysely<Tables>; readonly keyRing: KeyRing; readonly timeZone: string },
  applicationId: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('document')
    .innerJoin('application', 'application.id', 'application_id')
    .select(['document.id', 'application_id', 'answer_key', 'scanned_at', 'scanned_by', 'signatures', 'data_key'])
    .where('application_id', '=', applicationId)
    .where('status', '=', 'COMPLETED')
    .execute()
  return new Map(
    rows.map((row) => {
      const signed = signaturesInWords(signaturesOf(keyRing, row), timeZone)
      return [row.answer_key, [scanInWords(scanOf(row), timeZone), signed].filter(Boolean).join('; ')]
    }),
  )
}
