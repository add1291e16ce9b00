/** The packets: an application and its documents in one file, for staff. */
export { packetCommand } from './packet-command.ts'
export { pdfWithOthers } from './pdf-with-others.ts'
