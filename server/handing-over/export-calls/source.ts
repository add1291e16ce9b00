import type { Register } from '../../../engine/index.ts'
import { type AcceptedSubmission, readSubmission } from '../../applying/submissions/index.ts'
import {
  type AssemblyDeps,
  locateDocuments,
  type PacketDeps,
  type StoredDocument,
} from '../../documents/packets/index.ts'
import { type Refusal, refusal } from '../../platform/http/index.ts'
import type { Limits } from '../../platform/limits/index.ts'
import type { Editions } from '../../running/institution/index.ts'
import { acknowledge } from '../acknowledgements/index.ts'
import { type Change, endOfFeed, readFeed } from '../exports/index.ts'

/** The dependencies of every function in this folder. */
export type ExportCallsDeps = PacketDeps & {
  readonly register: Register
  readonly limits: Pick<Limits, 'takeForSession'>
  readonly editionNumbered: Editions['numbered']
}

/** Where the calls read applications and record acknowledgements. No call reads them in another way. */
export type Source = AssemblyDeps &
  Pick<ExportCallsDeps, 'form' | 'register' | 'settings'> & {
    readonly changes: (range: Parameters<typeof readFeed>[1]) => Promise<readonly Change[]>
    /** The highest number that a change can have had until now. */
    readonly endOfChanges: () => Promise<number>
    /** A version of an application, or the last one. */
    readonly submission: (id: string, version?: number) => Promise<AcceptedSubmission | undefined>
    /** The documents in the same order, or the first of them that is missing. */
    readonly documents: (
      signed: Parameters<typeof locateDocuments>[1],
      listed: Parameters<typeof locateDocuments>[2],
    ) => Promise<readonly StoredDocument[] | { readonly missing: unknown }>
    readonly acknowledge: (
      by: Parameters<typeof acknowledge>[1],
      rows: Parameters<typeof acknowledge>[2],
    ) => ReturnType<typeof acknowledge>
  }

/** The submitted applications of this installation. */
export const submittedApplications = (deps: ExportCallsDeps): Source => ({
  ...deps,
  changes: (range) => readFeed(deps.database.db, range),
  endOfChanges: () => endOfFeed(deps.database.db),
  submission: (id, version) => readSubmission(deps.database.db, deps.keyRing, id, { version }),
  documents: (signed, listed) => locateDocuments(deps, signed, listed),
  acknowledge: (by, rows) => acknowledge(deps.database.db, by, rows),
})

/** The application that a call asks for, and which version of it: the last one if none is named. */
export type Asked = { readonly id: string; readonly version?: number | undefined }

/** A version of an application, or the refusal that says whether the version or the application does not exist. */
export const submissionAsked = async (
  { submission }: Pick<Source, 'submission'>,
  { id, version }: Asked,
): Promise<AcceptedSubmission | Refusal> =>
  (await submission(id, version)) ?? refusal((await submission(id)) ? 'no_version' : 'no_application')
