import { deflateSync, inflateSync } from 'node:zlib'
import opentype from 'opentype.js'

type Glyph = {
  readonly font: DrawnFont
  readonly id: number
  readonly size: number
  readonly x: number
  readonly y: number
}

/**
 * Letters that are drawn together, and from where to where on their line. What the file says of several glyphs together
 * is `isJoined`.
 */
export type Cluster = {
  text: string
  size: number
  from: number
  to: number
  y: number
  readonly glyphs: Glyph[]
  readonly isJoined: boolean
}

/** One piece of a text as Typst draws it: everything before its letters, its place, and the letters. */
export type Piece = {
  readonly before: string
  /** Its number among the marked pieces of its page; undefined for decoration. */
  readonly mark: number | undefined
  readonly left: number
  readonly top: number
  /** Undefined for what is not only filled letters. */
  readonly clusters: readonly Cluster[] | undefined
}

const PIECE =
  /((?:\/Span <<\n {2}\/MCID (\d+)\n>> BDC\n)?q\n1 0 0 -1 ([\d.-]+) ([\d.-]+) cm\n(?:(?!BT\n|EMC\n|q\n|Q\n)[^\n]*\n)*)BT\n((?:(?!BT\n|ET\n)[^\n]*\n)*)ET\nQ\n/g

/** The pieces of a drawing, in its order. */
export const piecesIn = (drawing: string, fontOf: (name: string) => DrawnFont): readonly Piece[] =>
  [...drawing.matchAll(PIECE)].map(({ 1: before = '', 2: mark, 3: left, 4: top, 5: body = '' }) => ({
    before,
    mark: mark === undefined ? undefined : Number(mark),
    left: Number(left),
    top: Number(top),
    clusters: clustersIn(body, fontOf),
  }))

/** The drawing with other letters in the pieces for which there are any: what stands between `BT` and `ET`, and paths. */
export function withLetters(
  drawing: string,
  pieces: readonly Piece[],
  lettersOf: (piece: Piece) => string | undefined,
) {
  const next = pieces.values()
  return drawing.replace(PIECE, (whole) => {
    const piece = next.next().value
    const letters = piece && lettersOf(piece)
    return letters === undefined ? whole : `${piece?.before}${letters}Q\n`
  })
}

const TOKENS =
  /\/ActualText <([0-9A-Fa-f]*)>|\/(f\d+) ([\d.]+) Tf|1 0 0 -1 ([\d.-]+) ([\d.-]+) Tm|(\[[^\]]*\] TJ|<[0-9A-Fa-f]*> Tj)|(EMC)|(\d) Tr/g

/** The letters of a piece; undefined if it is not only filled letters. */
function clustersIn(body: string, fontOf: (name: string) => DrawnFont): readonly Cluster[] | undefined {
  const clusters: Cluster[] = []
  let [font, size, x, y]: [DrawnFont | undefined, number, number, number] = [undefined, 0, 0, 0]
  let open: Cluster | undefined
  for (const [, together, name, points, across, down, shown, end, mode] of withHexStrings(body).matchAll(TOKENS)) {
    if (together !== undefined) {
      open = {
        text: /^feff/i.test(together) ? utf16(together.slice(4)) : Buffer.from(together, 'hex').toString('latin1'),
        isJoined: true,
        size,
        from: Number.POSITIVE_INFINITY,
        to: Number.NEGATIVE_INFINITY,
        y,
        glyphs: [],
      }
      clusters.push(open)
    } else if (name !== undefined) [font, size] = [fontOf(name), Number(points)]
    else if (across !== undefined) [x, y] = [Number(across), Number(down)]
    else if (end !== undefined) open = undefined
    else if (mode !== undefined && mode !== '0') return undefined
    else if (shown !== undefined) {
      if (!font) return undefined
      for (const [, letters, back] of shown.matchAll(/<([0-9A-Fa-f]*)>|(-?[\d.]+)/g)) {
        if (letters === undefined) x -= (Number(back) / 1000) * size
        else
          for (const [glyph] of letters.matchAll(/.{4}/g)) {
            const id = Number.parseInt(glyph, 16)
            const width = ((font.widths.get(id) ?? 0) / 1000) * size
            const own: Cluster = open ?? {
              text: font.texts.get(id) ?? '',
              size,
              from: x,
              to: x,
              y,
              glyphs: [],
              isJoined: false,
            }
            if (!open) clusters.push(own)
            own.glyphs.push({ font, id, size, x, y })
            own.from = Math.min(own.from, x)
            own.to = Math.max(own.to, x + width)
            own.size = size
            own.y = y
            x += width
          }
      }
    }
  }
  return clusters.length === 0 ? undefined : clusters
}

/** A glyph as a filled path. */
export function outlineOf({ font, id, size, x, y }: Glyph): string {
  const path = font.outlines().glyphs.get(id).getPath(x, y, size)
  let [atX, atY] = [0, 0]
  const steps = path.commands.map((step) => {
    const point = (px: number, py: number) => `${rounded(px)} ${rounded(py)}`
    if (step.type === 'Z') return 'h\n'
    const to = point(step.x, step.y)
    let drawn = `${to} ${step.type === 'M' ? 'm' : 'l'}\n`
    // PDF has no curves of the second degree.
    if (step.type === 'Q') {
      const near = (from: number, by: number) => from + ((by - from) * 2) / 3
      drawn = `${point(near(atX, step.x1), near(atY, step.y1))} ${point(near(step.x, step.x1), near(step.y, step.y1))} ${to} c\n`
    } else if (step.type === 'C') drawn = `${point(step.x1, step.y1)} ${point(step.x2, step.y2)} ${to} c\n`
    ;[atX, atY] = [step.x, step.y]
    return drawn
  })
  return steps.length === 0 ? '' : `${steps.join('')}f\n`
}

/** A number as a file writes it. */
export const rounded = (number: number): number => Number(number.toFixed(3))

/** A font as it is in the file: what each glyph stands for, its width in thousandths, and its outlines. */
export type DrawnFont = {
  readonly texts: ReadonlyMap<number, string>
  readonly widths: ReadonlyMap<number, number>
  readonly outlines: () => opentype.Font
}

/** A font of a file, by its number. */
export function drawnFont(objects: ReadonlyMap<string, string>, number: string): DrawnFont {
  const linked = (text: string | undefined, key: string) =>
    objects.get(new RegExp(`/${key} \\[?(\\d+) 0 R`).exec(text ?? '')?.[1] ?? '')
  const font = objects.get(number)
  const cid = linked(font, 'DescendantFonts')
  const numbers = (/\/W \[([^\]]*)\]/.exec(cid ?? '')?.[1] ?? '').trim().split(/\s+/).map(Number)
  const widths = new Map<number, number>()
  for (let at = 0; at + 2 < numbers.length; at += 3)
    for (let id = numbers[at] ?? 0; id <= (numbers[at + 1] ?? 0); id += 1) widths.set(id, numbers[at + 2] ?? 0)
  const [, map = ''] = /beginbfchar([\s\S]*)/.exec(streamIn(linked(font, 'ToUnicode')).toString('latin1')) ?? []
  const texts = new Map(
    [...map.matchAll(/^<([0-9A-Fa-f]{4})> <([0-9A-Fa-f]+)>$/gm)].map(([, id = '', text = '']) => [
      Number.parseInt(id, 16),
      utf16(text),
    ]),
  )
  let outlines: opentype.Font | undefined
  return {
    texts,
    widths,
    outlines: () => {
      outlines ??= opentype.parse(withEmptyMap(streamIn(linked(linked(cid, 'FontDescriptor'), 'FontFile2'))))
      return outlines
    },
  }
}

/** A TrueType font in a PDF has no map of its characters, and opentype.js reads none without. This one is empty. */
function withEmptyMap(font: Buffer): ArrayBuffer {
  const count = font.readUInt16BE(4)
  const map = Buffer.from('000000010003000100000000000c000400180000000200000000000000000000ffff0000000000010000', 'hex')
  map.writeUInt32BE(12, 8)
  const grown = 16
  const tables = Array.from({ length: count }, (_, at) => font.subarray(12 + at * 16, 28 + at * 16)).map((entry) => {
    const moved = Buffer.from(entry)
    moved.writeUInt32BE(entry.readUInt32BE(8) + grown, 8)
    return moved
  })
  const place = Buffer.alloc(16)
  place.write('cmap', 'latin1')
  place.writeUInt32BE(font.length + grown, 8)
  place.writeUInt32BE(map.length, 12)
  const head = Buffer.from(font.subarray(0, 12))
  head.writeUInt16BE(count + 1, 4)
  const file = Buffer.concat([head, ...tables, place, font.subarray(12 + count * 16), map])
  return Uint8Array.from(file).buffer
}

/** The number of the next object. */
export const nextNumber = (objects: ReadonlyMap<string, string>): number =>
  Math.max(...[...objects.keys()].map(Number)) + 1

/** The content of a stream. */
export function streamIn(object: string | undefined): Buffer {
  const [begin, head = ''] = /^([\s\S]*?)stream\n/.exec(object ?? '') ?? ['']
  const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0)
  const bytes = Buffer.from((object ?? '').slice(begin.length, begin.length + length), 'latin1')
  return head.includes('/FlateDecode') ? inflateSync(bytes) : bytes
}

/** An object that is a stream. */
export function streamObject(number: string, content: string): string {
  const bytes = deflateSync(Buffer.from(content, 'latin1')).toString('latin1')
  return `${number} 0 obj\n<<\n  /Length ${bytes.length}\n  /Filter /FlateDecode\n>>\nstream\n${bytes}\nendstream\nendobj\n\n`
}

const utf16 = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le')
/** A text in UTF-16, as a file writes it. */
export const hexOf = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('hex')

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', '\n': '' }

/** A drawing whose strings are in hexadecimal digits. In brackets they may hold others, as deep as it comes. */
function withHexStrings(drawing: string): string {
  let [plain, letters, depth] = ['', '', 0]
  for (const [part] of drawing.matchAll(/[^()\\]+|\\(?:[0-7]{1,3}|[\s\S])|[()]/g)) {
    if (part === '(' && depth === 0) letters = ''
    else if (part === ')' && depth === 1) plain += `<${Buffer.from(letters, 'latin1').toString('hex')}>`
    else if (depth === 0) plain += part
    else if (!part.startsWith('\\')) letters += part
    else if (/[0-7]/.test(part)) letters += String.fromCharCode(Number.parseInt(part.slice(1), 8))
    else letters += ESCAPED[part.slice(1)] ?? part.slice(1)
    depth += part === '(' ? 1 : part === ')' ? -1 : 0
  }
  return plain
}
