/** The code points that a TrueType font can draw: reads cmap formats 4 and 12, which all our fonts use. */
export function codePointsIn(font: Uint8Array): ReadonlySet<number> {
  const data = new DataView(font.buffer, font.byteOffset, font.byteLength)
  const found = new Set<number>()
  const cmap = offsetOfTable(data, 0x636d6170)
  const subtables = data.getUint16(cmap + 2)
  for (let index = 0; index < subtables; index++) {
    const start = cmap + data.getUint32(cmap + 8 + index * 8)
    const format = data.getUint16(start)
    if (format === 4) addSegments(data, start, found)
    if (format === 12) addGroups(data, start, found)
  }
  return found
}

function offsetOfTable(data: DataView, tag: number): number {
  const tables = data.getUint16(4)
  for (let index = 0; index < tables; index++) {
    if (data.getUint32(12 + index * 16) === tag) return data.getUint32(12 + index * 16 + 8)
  }
  throw new Error('This font has no table of its characters.')
}

/** Format 4: ranges, each with a delta or an offset into an array of glyphs; glyph 0 draws nothing. */
function addSegments(data: DataView, start: number, found: Set<number>): void {
  const doubleSegments = data.getUint16(start + 6)
  const ends = start + 14
  const starts = ends + 2 + doubleSegments
  const deltas = starts + doubleSegments
  const offsets = deltas + doubleSegments
  for (let at = 0; at < doubleSegments; at += 2) {
    const first = data.getUint16(starts + at)
    const last = Math.min(data.getUint16(ends + at), 0xfffe)
    const offset = data.getUint16(offsets + at)
    for (let codePoint = first; codePoint <= last; codePoint++) {
      const glyph =
        offset === 0
          ? (codePoint + data.getUint16(deltas + at)) & 0xffff
          : data.getUint16(offsets + at + offset + (codePoint - first) * 2)
      if (glyph !== 0) found.add(codePoint)
    }
  }
}

/** Format 12: ranges that also include code points beyond the first 65,536. */
function addGroups(data: DataView, start: number, found: Set<number>): void {
  const groups = data.getUint32(start + 12)
  for (let index = 0; index < groups; index++) {
    const at = start + 16 + index * 12
    const last = data.getUint32(at + 4)
    for (let codePoint = data.getUint32(at); codePoint <= last; codePoint++) found.add(codePoint)
  }
}
