import { crc32, deflateRawSync } from 'node:zlib'

const VERSION = 20 // the first that deflates
const UTF8_NAME = 0x800
const DEFLATED = 8
const FACTS = 26 // bytes that a part's own header and its entry in the directory share

/** A zip file with these parts in this order. */
export function zipOf(parts: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of parts) {
    const [title, deflated] = [Buffer.from(name), deflateRawSync(content)]
    const facts = Buffer.alloc(FACTS)
    facts.writeUInt16LE(VERSION, 0)
    facts.writeUInt16LE(UTF8_NAME, 2)
    facts.writeUInt16LE(DEFLATED, 4)
    facts.writeUInt32LE(crc32(content), 10)
    facts.writeUInt32LE(deflated.length, 14)
    facts.writeUInt32LE(content.length, 18)
    facts.writeUInt16LE(title.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\x01\x02', 'latin1'), facts.subarray(0, 2), facts, place, title)
    const file = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, title, deflated])
    files.push(file)
    offset += file.length
  }
  const entries = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(parts.size, 4)
  end.writeUInt16LE(parts.size, 6)
  end.writeUInt32LE(entries.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...files, entries, Buffer.from('PK\x05\x06', 'latin1'), end])
}
