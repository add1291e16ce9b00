import { existsSync } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { leaves, withheldKeys } from '../../../api/index.ts'
import { applicationNamed, readSubmission, withdrawnAt } from '../../applying/submissions/index.ts'
import { operator, parseWords, personIn } from '../../platform/control/index.ts'
import { renderApplicationPdf, storedPdf } from '../application-pdf/index.ts'
import { listDocuments, locateDocuments, type PacketDeps } from './locate-documents.ts'

/** A packet: a suggested file name, the number of its documents, and its bytes in chunks. */
type Packet = {
  readonly fileName: string
  readonly documents: number
  readonly chunks: AsyncIterable<Uint8Array>
}

/**
 * The application PDF of a submitted application, followed by a list of its documents and their pages in the order of
 * their questions, each with a bookmark; or one sentence saying why there is none. What may not leave by this way is
 * left out (Q76). Of a withdrawn application it says so first. Only the application PDF and one
 * document are in memory at a time. The audit log records the packet, and who asked for it, before its first byte is
 * returned.
 */
export async function makePacket(
  deps: PacketDeps,
  applicationId: string,
  { way, rights, by, actor = operator(), detail }: PacketOptions,
): Promise<Packet | { readonly problem: string }> {
  const { db } = deps.database
  const submission = await readSubmission(db, deps.keyRing, applicationId)
  if (!submission)
    return { problem: 'This application is not submitted yet. A packet is made only of a submitted application.' }
  const applicationPdf = await storedPdf(deps, applicationId)
  if (!applicationPdf) return { problem: 'The application PDF is not ready yet. Try again in a minute.' }
  const stored = await locateDocuments(deps, { applicationId, version: submission.version }, listDocuments(submission))
  if ('missing' in stored)
    return {
      problem: `The document of "${stored.missing.title}" is missing. Restore it from a backup, then try again.`,
    }
  const withdrawn = await withdrawnAt(db, applicationId)
  // The applicant's own may have more than leaves by this way, and is in their language.
  const isOther = withheldKeys(deps.form, way, rights).size > 0 || withdrawn || submission.snapshot.read
  const chunks = await assemblePacket(deps, submission, stored, async () =>
    isOther ? renderApplicationPdf(deps, submission, { way, rights, withdrawnAt: withdrawn }) : applicationPdf.pdf,
  )
  await db
    .insertInto('audit')
    .values({
      actor,
      action: 'packet made',
      subject: applicationId,
      detail: JSON.stringify({ documents: stored.map(({ key }) => key), has: gradesIn(way, rights), by, ...detail }),
    })
    .execute()
  return { fileName: `packet-${submission.reference}.pdf`, documents: stored.length, chunks }
}

/** As assemble-packet.ts says, which loads a library for PDFs that a start can do without. */
export async function assemblePacket(
  ...given: Parameters<typeof import('./assemble-packet.ts').assemblePacket>
): Promise<AsyncIterable<Uint8Array>> {
  const assembly = await import('./assemble-packet.ts')
  return assembly.assemblePacket(...given)
}

type PacketOptions = {
  readonly way: 'packet' | 'packet_command'
  readonly rights: readonly string[]
  readonly by: string
  readonly actor?: string
  /** What the audit log says besides. */
  readonly detail?: Readonly<Record<string, unknown>>
}

/** The grades in a packet that need a right or an option. */
const gradesIn = (way: PacketOptions['way'], rights: readonly string[]) =>
  (['conduct', 'demographics'] as const).filter((grade) => leaves(way, grade, rights) !== 'no')

const USAGE =
  'Usage: npm run packet -- <reference or e-mail address> [file.pdf] --by <person> [--with-conduct] [--with-own-sheets]'
const OPTIONS = {
  by: { type: 'string' },
  'with-conduct': { type: 'boolean', default: false },
  'with-own-sheets': { type: 'boolean', default: false },
} as const

/**
 * `npm run packet`: writes the packet of a submitted application to a file that only the server's user may read, with
 * conduct, and with the sections on a sheet of their own, only if asked for.
 * `folder` is the user's current folder, for relative paths. If it fails, throws one sentence and leaves no file; it
 * never replaces an existing file.
 */
export async function packetCommand(
  deps: PacketDeps,
  words: readonly string[],
  folder: string,
): Promise<{ readonly file: string; readonly documents: number; readonly bytes: number }> {
  const { values, positionals } = parseWords(words, OPTIONS, USAGE)
  const [name, path, ...more] = positionals
  if (!name || more.length > 0) throw new Error(USAGE)
  const by = personIn(values.by)
  const packet = await makePacket(deps, await applicationNamed(deps.database.db, name), {
    way: 'packet_command',
    rights: (['with-conduct', 'with-own-sheets'] as const)
      .filter((option) => values[option])
      .map((option) => `--${option}`),
    by,
  })
  if ('problem' in packet) throw new Error(packet.problem)
  const file = resolve(folder, path ?? packet.fileName)
  return { file, documents: packet.documents, bytes: await writeNew(file, packet.chunks) }
}

/** Writes under another name, then renames the complete file; returns its size. */
async function writeNew(path: string, chunks: AsyncIterable<Uint8Array>): Promise<number> {
  if (existsSync(path)) throw new Error(`${path} already exists. Name another file.`)
  const draft = `${path}.part`
  const file = await createFile(draft)
  try {
    await file.writeFile(chunks)
    await file.sync()
    const { size } = await file.stat()
    await rename(draft, path)
    return size
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  } finally {
    await file.close()
  }
}

const createFile = (path: string): Promise<FileHandle> =>
  open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`The server cannot write ${path} (${error.code}).`)
  })
