import type { ApplicationPdfDeps } from '../application-pdf/index.ts'

/** The dependencies of every function in this folder. */
export type Packets = ApplicationPdfDeps
