import { crc32, deflateRawSync } from 'node:zlib'

/** A part of a zip file; `claims` is the size that the directory states instead of the true one. */
export type Part = { readonly name: string; readonly content: string | Uint8Array; readonly claims?: number }

/** A zip file of these parts, deflated. */
export function zipOf(parts: readonly Part[]): Uint8Array {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, claims } of parts) {
    const bytes = Buffer.from(content)
    const deflated = deflateRawSync(bytes)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0) // version
    facts.writeUInt16LE(8, 4) // deflated
    facts.writeUInt32LE(crc32(bytes), 10)
    facts.writeUInt32LE(deflated.length, 14)
    facts.writeUInt32LE(claims ?? bytes.length, 18)
    facts.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, Buffer.from(name), deflated])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts, place, Buffer.from(name)]))
    locals.push(local)
    offset += local.length
  }
  const entries = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(parts.length, 4)
  end.writeUInt16LE(parts.length, 6)
  end.writeUInt32LE(entries.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, entries, Buffer.from('PK\x05\x06', 'latin1'), end])
}
