/** The packets: an application and its documents in one file, for staff. */

export { appendPdfs } from './append-pdfs.ts'
export { packetCommand } from './packet-command.ts'
