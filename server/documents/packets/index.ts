/** The packets: an application and its documents in one file, for staff. */

export { appendPdfs } from './append-pdfs.ts'
export { assemblePacket } from './assemble-packet.ts'
export { type ListedDocument, listDocuments } from './list-documents.ts'
export { locateDocuments, type StoredDocument } from './locate-documents.ts'
export { makePacket } from './make-packet.ts'
export { packetCommand } from './packet-command.ts'
export type { PacketDeps, Packets } from './packets.ts'
