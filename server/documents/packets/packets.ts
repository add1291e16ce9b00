import type { ApplicationPdfDeps } from '../application-pdf/index.ts'

/** The dependencies of every function in this folder. */
export type Packets = ApplicationPdfDeps

/** What a packet is made with. `storage` has the documents. */
export type PacketDeps = Pick<Packets, 'institution' | 'renderer' | 'pdfSealer' | 'now'> & {
  readonly storage: Pick<Packets['storage'], 'read'>
}
