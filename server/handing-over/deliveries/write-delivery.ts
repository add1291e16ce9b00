import { registerAt } from '../../../engine/index.ts'
import { readSubmission } from '../../applying/submissions/index.ts'
import { renderUnsealedPdf } from '../../documents/application-pdf/index.ts'
import { locateDocuments } from '../../documents/packets/index.ts'
import { readExported } from '../exports/index.ts'
import type { Chosen, Claim } from './claim-delivery.ts'
import { APPLICATION_PDF, coded, codeListsOf, documentValue } from './codes.ts'
import { type Configuration, codesOf } from './configuration.ts'
import { createCsvFile, type DeliveryFolder } from './delivery-folder.ts'
import { type ArchiveLayout, createDocumentParts } from './document-parts.ts'
import { profiles } from './profiles/profiles.ts'
import type { DeliveriesDeps, Target } from './targets.ts'

/** An application that was looked at, and why it was held back: null when it was not. */
export type WrittenRow = Chosen & { readonly suspended: readonly string[] | null }

/**
 * Writes the files of a delivery into a folder, one application at a time. What has no code, or no document where one
 * was signed, is held back as a whole with its reasons. The same delivery gives the same bytes.
 */
export async function writeDelivery(
  given: DeliveriesDeps,
  { claim, configuration, chosen, folder }: WriteOptions,
  onRow: (row: WrittenRow) => Promise<void>,
): Promise<string> {
  // Columns are those of its version, so that it can be made again when the form asks more.
  const register = registerAt(given.register, configuration.form_version)
  const deps = { ...given, register }
  const { target, persons } = configuration
  const codes = codesOf(deps, configuration)
  const { spreadsheet, include } = target
  const lists = codeListsOf(register, deps.form)
  const mappedAs = (key: string) => documentValue(register, key)
  const changes = await createCsvFile(folder, 'changes.csv', ['application_id', 'version', 'kind', 'held_back'], {
    spreadsheet,
  })
  const heldBack = await createCsvFile(folder, 'held-back.csv', ['application_id', 'version', 'reason'], {
    spreadsheet,
  })
  const files = await profiles[target.profile].begin(register, folder, target)
  const [hasDocuments, hasPdfs] = [include.includes('documents'), include.includes('application_pdfs')]
  const layout = profiles[target.profile].archives ?? PLAIN_ARCHIVES
  const documents =
    hasDocuments || hasPdfs ? await createDocumentParts(deps, folder, { codes, spreadsheet, layout }) : undefined

  /** Adds an application to the files, or says why not. */
  async function add({ application_id, version, kind, seq }: Chosen): Promise<readonly string[]> {
    if (kind === 'withdrawn' || kind === 'erased') return []
    const found = await readExported(deps, application_id, { version, through: seq })
    if (!found) return ['the application no longer exists']
    const exported = { ...found, person_id: persons === 'accounts' ? found.person_id : application_id }
    const inCodes = coded(exported, codes, lists)
    const listed = hasDocuments ? exported.documents : []
    const unknown = [...listed.map(({ key }) => mappedAs(key)), ...(hasPdfs ? [APPLICATION_PDF] : [])]
      .filter((key) => codes.hasList('documents') && codes.codeFor('documents', key) === undefined)
      .map((key) => `documents: ${key}`)
    const stored = await locateDocuments(deps, { applicationId: application_id, version }, listed)
    const reasons = [
      ...('missing' in inCodes ? inCodes.missing.map((each) => `no code for ${each}`) : []),
      ...[...new Set(unknown)].map((each) => `no code for ${each}`),
      ...('missing' in stored ? [`the file of ${stored.missing.key} is missing`] : []),
    ]
    if (reasons.length > 0 || 'missing' in inCodes || 'missing' in stored) return reasons
    const refused = await files.add(inCodes)
    if (refused.length > 0) return refused
    const pdf = hasPdfs
      ? await deliveredApplicationPdf(deps, { application_id, version }, target, claim.started_at)
      : undefined
    await documents?.add(exported, stored, pdf)
    return refused
  }

  let held = 0
  for (const each of chosen) {
    const reasons = await add(each)
    const { application_id, kind } = each
    const version = String(each.version)
    await changes.add({ application_id, version, kind, held_back: reasons.length > 0 ? 'true' : '' })
    for (const reason of reasons) await heldBack.add({ application_id, version, reason })
    held += reasons.length > 0 ? 1 : 0
    await onRow({ ...each, suspended: reasons.length > 0 ? reasons : null })
  }
  await documents?.close()
  await files.close()
  await heldBack.close()
  await changes.close()
  const manifest = {
    delivery: claim.id,
    target: claim.target,
    profile: target.profile,
    form_version: configuration.form_version,
    made_at: claim.started_at.toISOString(),
    made_by: claim.made_by,
    previous: claim.previous_id,
    changes: { after: claim.after_seq, through: claim.through_seq },
    applications: { delivered: chosen.length - held, held_back: held },
    spreadsheet,
    include,
    empty_columns: profiles[target.profile].emptyColumns?.(target) ?? [],
    files: folder.files(),
  }
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  const file = await folder.create('manifest.json')
  await file.write(text)
  await file.close()
  return text
}

const PLAIN_ARCHIVES: ArchiveLayout = {
  archive: (number) => `documents/part-${String(number).padStart(3, '0')}.zip`,
  hasIndexInside: false,
}

type WriteOptions = {
  readonly claim: Claim
  readonly configuration: Configuration
  readonly chosen: readonly Chosen[]
  readonly folder: DeliveryFolder
}

/**
 * The application PDF of a version as a target gets it: without conduct unless its target includes it, without gender,
 * ethnicity and race, which have a table of their own, and without any digit of a Social Security number. It says when the delivery was made and has no seal, so that it
 * is the same each time. Undefined if there is no such version.
 */
async function deliveredApplicationPdf(
  deps: DeliveriesDeps,
  { application_id, version }: { readonly application_id: string; readonly version: number },
  { include }: Pick<Target, 'include'>,
  madeAt: Date,
): Promise<Uint8Array | undefined> {
  const { keyRing, database } = deps
  const submission = await readSubmission(database.db, keyRing, application_id, { version })
  if (!submission) return undefined
  return renderUnsealedPdf(deps, submission, { way: 'delivered_pdf', rights: include, madeAt })
}
