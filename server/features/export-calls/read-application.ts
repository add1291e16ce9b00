import { createHash } from 'node:crypto'
import { type Refusal, refusal } from '../../platform/http/index.ts'
import type { ExportRight } from '../export-tokens/index.ts'
import { readExported } from '../exports/index.ts'
import { locateDocuments } from '../packets/index.ts'
import type { ExportReply } from './call-table.ts'
import type { ExportCalls } from './export-calls.ts'
import { withheldKeys } from './withheld-keys.ts'

/** An application as it was signed, without what the rights do not allow. */
export async function readApplication(
  deps: ExportCalls,
  id: string,
  rights: readonly string[],
): Promise<ExportReply<'application'> | Refusal> {
  const exported = await readExported(deps, id)
  if (!exported) return refusal('no_application')
  const withheld = withheldKeys(deps.form, rights)
  const row = Object.fromEntries(Object.entries(exported.row).filter(([key]) => !withheld.has(key)))
  if (!rights.includes('documents' satisfies ExportRight)) return { ...exported, row, documents: undefined }
  const stored = await locateDocuments(deps, id, exported.documents)
  if ('missing' in stored) return refusal('missing_file')
  const documents = []
  for (const { key, title, storageKey } of stored) {
    const pdf = await deps.storage.read(storageKey)
    if (!pdf) return refusal('missing_file')
    const sha256 = createHash('sha256').update(pdf).digest('hex')
    documents.push({ question: key, title, bytes: pdf.length, sha256 })
  }
  return { ...exported, row, documents }
}

/** The PDF of a question of an application. */
export async function readDocument(
  deps: ExportCalls,
  { id, key }: { readonly id: string; readonly key: string },
): Promise<Buffer | Refusal> {
  const exported = await readExported(deps, id)
  if (!exported) return refusal('no_application')
  const listed = exported.documents.filter((each) => each.key === key)
  if (listed.length === 0) return refusal('no_document')
  const stored = await locateDocuments(deps, id, listed)
  const pdf = 'missing' in stored || !stored[0] ? undefined : await deps.storage.read(stored[0].storageKey)
  return pdf ? Buffer.from(pdf) : refusal('missing_file')
}
