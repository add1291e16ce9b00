/** The packets: an application and its documents in one file, for staff. */

export { appendPdfs } from './append-pdfs.ts'
export { assemblePacket } from './assemble-packet.ts'
export {
  type AssemblyDeps,
  type ListedDocument,
  listDocuments,
  locateDocuments,
  type PacketDeps,
  type StoredDocument,
} from './locate-documents.ts'
export { makePacket, packetCommand } from './make-packet.ts'
