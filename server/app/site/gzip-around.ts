import { constants, crc32, deflateRawSync } from 'node:zlib'

/** The header of a gzip file without a name or a time. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])

/**
 * Compresses a text once, and returns a function that compresses another one before it. A large page with a small part
 * of its own in each reply then costs no more than that part.
 */
export function gzipAround(fixed: string): (before: string) => Buffer {
  const bytes = Buffer.from(fixed)
  const end = deflateRawSync(bytes, { level: constants.Z_BEST_COMPRESSION })
  return (before) => {
    const own = Buffer.from(before)
    // A full flush ends on a whole byte, and nothing after it refers to what was before.
    const start = deflateRawSync(own, { finishFlush: constants.Z_FULL_FLUSH })
    const trailer = Buffer.alloc(8)
    trailer.writeUInt32LE(crc32(bytes, crc32(own)), 0)
    trailer.writeUInt32LE(own.length + bytes.length, 4)
    return Buffer.concat([HEADER, start, end, trailer])
  }
}
