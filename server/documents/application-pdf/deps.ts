import type { Institution } from '../../../api/index.ts'
import type { Form } from '../../../engine/index.ts'
import type { Database } from '../../platform/database/index.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import type { KeyRing, Sealer } from '../../platform/secrets/index.ts'
import type { Settings } from '../../platform/settings/index.ts'
import type { Storage } from '../../platform/storage/index.ts'
import type { PdfRenderer } from './create-pdf-renderer.ts'
import type { PdfSigner } from './pdf-signer.ts'
import type { PdfMark } from './read-pdf-mark.ts'

/** The dependencies of every function in this folder. */
export type ApplicationPdfDeps = {
  readonly database: Database
  readonly keyRing: KeyRing
  /** What encrypts the seals of PDFs. */
  readonly pdfSealer: () => Promise<Sealer>
  /** What signs PDFs; undefined where the institution has given no certificate for it. */
  readonly pdfSigner?: PdfSigner | undefined
  readonly storage: Storage
  readonly form: Form
  readonly institution: Institution
  readonly jobs: Jobs
  readonly renderer: PdfRenderer
  /** What an edition prints above what was signed under it; undefined if there is no such edition any more. */
  readonly letterheadOf?: (edition: {
    readonly number: number
    readonly hash: string
  }) => Promise<{ readonly institution: Institution; readonly mark: PdfMark | undefined } | undefined>
  /** The address of this service, which a PDF names for whoever wants to check it. */
  readonly settings: Pick<Settings, 'baseUrl'>
  readonly now: () => Date
}
