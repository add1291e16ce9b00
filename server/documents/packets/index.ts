/** The packets: an application and its documents in one file, for staff. */

export {
  type AssemblyDeps,
  type ListedDocument,
  listDocuments,
  locateDocuments,
  type PacketDeps,
  type StoredDocument,
} from './locate-documents.ts'
export { assemblePacket, makePacket, packetCommand } from './make-packet.ts'
