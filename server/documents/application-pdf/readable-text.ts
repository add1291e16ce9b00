import { deflateSync, inflateSync } from 'node:zlib'
import opentype from 'opentype.js'

/**
 * Makes words readable in which a reader of the file would find other letters than were typed: those written from the
 * right, and those of scripts whose letters are drawn together, in another order, or higher and lower. Such a word is
 * drawn as outlines, and over it lies an invisible one with one glyph for each letter, evenly spaced, in the order of the
 * eye, which every reader puts into the order of the tongue (docs/decisions/0027). `objects` are those of a file by Typst,
 * by number, as texts of bytes; what is not built as Typst builds it stays as it is.
 */
export function makeReadable(objects: Map<string, string>): void {
  const fonts = new Map<string, DrawnFont>()
  const invisible = new Map<string, number>()
  const font = `${nextNumber(objects)}`
  for (const [page, text] of [...objects]) {
    if (!/^\d+ 0 obj\n<<\n {2}\/Type \/Page\n/.test(text)) continue
    const [, contents = ''] = /\/Contents (\d+) 0 R/.exec(text) ?? []
    const resources = /\/Resources (\d+) 0 R/.exec(text)?.[1] ?? page
    const names = namedFonts(objects.get(resources) ?? '')
    const fontOf = (name: string) => {
      const number = names.get(name) ?? ''
      const known = fonts.get(number) ?? drawnFont(objects, number)
      fonts.set(number, known)
      return known
    }
    // Most pages have no such word, and are not looked through.
    const letters = [...names.keys()].flatMap((name) => [...fontOf(name).texts.values()])
    if (!letters.some((each) => READ_OTHERWISE.test(each))) continue
    const drawing = streamIn(objects.get(contents)).toString('latin1')
    const readable = withReadableWords(drawing, fontOf, invisible)
    if (readable === drawing) continue
    objects.set(contents, streamObject(contents, readable))
    objects.set(
      resources,
      (objects.get(resources) ?? '').replace('/Font <<', `/Font <<\n      /${INVISIBLE} ${font} 0 R`),
    )
  }
  if (invisible.size > 0) addInvisibleFont(objects, invisible)
}

const INVISIBLE = 'fInvisible'
const WIDTH = 500 // of each invisible glyph, in thousandths of its size

/** Scripts in which what is drawn is not one glyph for each letter, from left to right. */
const READ_OTHERWISE = new RegExp(
  `[${(
    'Arabic Hebrew Syriac Thaana Nko Adlam Hanifi_Rohingya Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu ' +
    'Kannada Malayalam Sinhala Meetei_Mayek Thai Lao Khmer Myanmar Tibetan'
  )
    .split(' ')
    .map((script) => `\\p{Script=${script}}`)
    .join('')}]`,
  'u',
)
const FROM_RIGHT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}]/u

type Glyph = {
  readonly font: DrawnFont
  readonly id: number
  readonly size: number
  readonly x: number
  readonly y: number
}

/** Letters that are drawn together, and from where to where on their line. */
type Cluster = { text: string; size: number; from: number; to: number; y: number; readonly glyphs: Glyph[] }

/** One piece of a text as Typst draws it: everything before its letters, its place, and the letters. */
const PIECE =
  /(\/Span <<\n {2}\/MCID \d+\n>> BDC\nq\n1 0 0 -1 ([\d.-]+) ([\d.-]+) cm\n(?:(?!BT\n|EMC\n)[^\n]*\n)*)BT\n((?:(?!BT\n|ET\n)[^\n]*\n)*)ET\nQ\nEMC\n/g

type Piece = {
  readonly before: string
  readonly left: number
  readonly top: number
  /** Undefined for what is not only filled letters. */
  readonly clusters: readonly Cluster[] | undefined
}

const isOtherwise = ({ clusters }: Piece) => clusters?.some(({ text }) => READ_OTHERWISE.test(text)) === true
const isFromRight = ({ clusters }: Piece) => clusters?.some(({ text }) => FROM_RIGHT.test(text)) === true
const isBlank = ({ clusters }: Piece) => clusters?.every(({ text }) => text === ' ') === true

function withReadableWords(
  drawing: string,
  fontOf: (name: string) => DrawnFont,
  invisible: Map<string, number>,
): string {
  const pieces = [...drawing.matchAll(PIECE)].map(
    ({ 1: before = '', 2: left, 3: top, 4: body = '' }): Piece => ({
      before,
      left: Number(left),
      top: Number(top),
      clusters: clustersIn(body, fontOf),
    }),
  )
  if (!pieces.some(isOtherwise)) return drawing
  const all = pieces.flatMap(({ clusters }) => clusters ?? [])
  const place = new Map(all.map((cluster, at) => [cluster, at]))
  // A part that is drawn higher or lower than the rest takes no room, and has the text of the whole.
  const isPart = (cluster: Cluster) => {
    const at = place.get(cluster) ?? 0
    return cluster.to - cluster.from < 0.1 && [all[at - 1], all[at + 1]].some((each) => each?.text === cluster.text)
  }
  /** The words of some pieces, from the left, as places of the first of them. */
  const wordsOf = (group: readonly Piece[], { left, top }: Piece) =>
    group.flatMap((piece) =>
      (piece.clusters ?? [])
        .filter((each) => !isPart(each) && each.text !== '')
        .map((each) => ({
          ...each,
          from: each.from + piece.left - left,
          to: each.to + piece.left - left,
          y: each.y + top - piece.top,
        })),
    )
  const groups = grouped(pieces)
  const next = pieces.values()
  return drawing.replace(PIECE, (whole) => {
    const piece = next.next().value
    const group = piece && groups.get(piece)
    if (!piece?.clusters || !group) return whole
    const outlines = isBlank(piece) ? '' : piece.clusters.flatMap((each) => each.glyphs.map(outlineOf)).join('')
    const words = group[0] === piece ? invisibleText(wordsOf(group, piece), invisible) : ''
    return `${piece.before}${outlines}${words}Q\nEMC\n`
  })
}

/**
 * The pieces to be read otherwise, each with those that it is read with: words from the right beside each other are one
 * text with the blanks between them, or a reader that takes a piece for a text would read the last one first.
 */
function grouped(pieces: readonly Piece[]): ReadonlyMap<Piece, readonly Piece[]> {
  const groups = new Map<Piece, readonly Piece[]>()
  const startOf = ({ left, clusters = [] }: Piece) => left + Math.min(...clusters.map(({ from }) => from))
  const endOf = ({ left, clusters = [] }: Piece) => left + Math.max(...clusters.map(({ to }) => to))
  for (let at = 0; at < pieces.length; at += 1) {
    const piece = pieces[at]
    if (!piece || !isOtherwise(piece)) continue
    let end = at + 1
    if (isFromRight(piece))
      for (let on = at + 1; on < pieces.length; on += 1) {
        const [before, each] = [pieces[on - 1], pieces[on]]
        if (!before || !each || !(isFromRight(each) || isBlank(each))) break
        const size = each.clusters?.[0]?.size ?? 0
        // Marks begin and end where their letter does.
        const isBeside = Math.abs(startOf(each) - endOf(before)) < size && Math.abs(each.top - before.top) < size / 2
        if (!isBeside) break
        if (isFromRight(each)) end = on + 1
      }
    const group = pieces.slice(at, end)
    for (const each of group) groups.set(each, group)
    at = end - 1
  }
  return groups
}

const TOKENS =
  /\/ActualText <FEFF([0-9A-F]*)>|\/(f\d+) ([\d.]+) Tf|1 0 0 -1 ([\d.-]+) ([\d.-]+) Tm|(\[(?:\((?:[^()\\]|\\[\s\S])*\)|[^\]()])*\] TJ|\((?:[^()\\]|\\[\s\S])*\) Tj)|(EMC)|(\d) Tr/g

/** The letters of a piece; undefined if it is not only filled letters. */
function clustersIn(body: string, fontOf: (name: string) => DrawnFont): readonly Cluster[] | undefined {
  const clusters: Cluster[] = []
  let [font, size, x, y]: [DrawnFont | undefined, number, number, number] = [undefined, 0, 0, 0]
  let open: Cluster | undefined
  for (const [, together, name, points, across, down, shown, end, mode] of body.matchAll(TOKENS)) {
    if (together !== undefined) {
      open = {
        text: utf16(together),
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
      for (const [, letters, back] of shown.matchAll(/\(((?:[^()\\]|\\[\s\S])*)\)|(-?[\d.]+)/g)) {
        if (letters === undefined) x -= (Number(back) / 1000) * size
        else
          for (const id of glyphIds(letters)) {
            const width = ((font.widths.get(id) ?? 0) / 1000) * size
            const own: Cluster = open ?? { text: font.texts.get(id) ?? '', size, from: x, to: x, y, glyphs: [] }
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
  return clusters
}

function outlineOf({ font, id, size, x, y }: Glyph): string {
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

const rounded = (number: number) => Number(number.toFixed(3))

function invisibleText(words: readonly Cluster[], invisible: Map<string, number>): string {
  const shown = words.map(({ text, size, from, to, y }) => {
    const letters = FROM_RIGHT.test(text) ? [...text].reverse() : [...text]
    const ids = letters.map((letter) => {
      const id = invisible.get(letter) ?? invisible.size + 1
      invisible.set(letter, id)
      return id.toString(16).padStart(4, '0')
    })
    const stretch = ((Math.max(to - from, 0.1) / letters.length) * 100_000) / (WIDTH * size)
    return `/${INVISIBLE} ${size} Tf\n${rounded(stretch)} Tz\n1 0 0 -1 ${rounded(from)} ${rounded(y)} Tm\n<${ids.join('')}> Tj\n`
  })
  return `BT\n3 Tr\n${shown.join('')}ET\n`
}

/** A font as it is in the file: what each glyph stands for, its width in thousandths, and its outlines. */
type DrawnFont = {
  readonly texts: ReadonlyMap<number, string>
  readonly widths: ReadonlyMap<number, number>
  readonly outlines: () => opentype.Font
}

function drawnFont(objects: ReadonlyMap<string, string>, number: string): DrawnFont {
  const linked = (text: string | undefined, key: string) =>
    objects.get(new RegExp(`/${key} \\[?(\\d+) 0 R`).exec(text ?? '')?.[1] ?? '')
  const font = objects.get(number)
  const cid = linked(font, 'DescendantFonts')
  const numbers = (/\/W \[([^\]]*)\]/.exec(cid ?? '')?.[1] ?? '').trim().split(/\s+/).map(Number)
  const widths = new Map<number, number>()
  for (let at = 0; at + 2 < numbers.length; at += 3)
    for (let id = numbers[at] ?? 0; id <= (numbers[at + 1] ?? 0); id += 1) widths.set(id, numbers[at + 2] ?? 0)
  const map = streamIn(linked(font, 'ToUnicode')).toString('latin1')
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

function addInvisibleFont(objects: Map<string, string>, letters: ReadonlyMap<string, number>): void {
  const first = nextNumber(objects)
  const [cid, map, descriptor] = [first + 1, first + 2, first + 3]
  const lines = [...letters].map(([letter, id]) => `<${id.toString(16).padStart(4, '0')}> <${hexOf(letter)}>`)
  // At most 100 in one list.
  const lists = Array.from({ length: Math.ceil(lines.length / 100) }, (_, at) => lines.slice(at * 100, at * 100 + 100))
  const program = [
    '/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n/CMapName /Invisible def\n/CMapType 2 def',
    '1 begincodespacerange\n<0000> <ffff>\nendcodespacerange',
    ...lists.map((list) => `${list.length} beginbfchar\n${list.join('\n')}\nendbfchar`),
    'endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend',
  ].join('\n')
  const add = (number: number, text: string) => objects.set(`${number}`, `${number} 0 obj\n<<\n${text}\n>>\nendobj\n\n`)
  add(
    first,
    `  /Type /Font\n  /Subtype /Type0\n  /BaseFont /Invisible\n  /Encoding /Identity-H\n  /DescendantFonts [${cid} 0 R]\n  /ToUnicode ${map} 0 R`,
  )
  add(
    cid,
    `  /Type /Font\n  /Subtype /CIDFontType2\n  /BaseFont /Invisible\n  /CIDSystemInfo <<\n    /Registry (Adobe)\n    /Ordering (Identity)\n    /Supplement 0\n  >>\n  /FontDescriptor ${descriptor} 0 R\n  /DW ${WIDTH}\n  /CIDToGIDMap /Identity`,
  )
  objects.set(`${map}`, streamObject(`${map}`, program))
  add(
    descriptor,
    `  /Type /FontDescriptor\n  /FontName /Invisible\n  /Flags 4\n  /FontBBox [0 -200 ${WIDTH} 800]\n  /ItalicAngle 0\n  /Ascent 800\n  /Descent -200\n  /CapHeight 700\n  /StemV 80`,
  )
}

const nextNumber = (objects: ReadonlyMap<string, string>): number => Math.max(...[...objects.keys()].map(Number)) + 1

const namedFonts = (resources: string): ReadonlyMap<string, string> =>
  new Map(
    [...(/\/Font <<(.*?)>>/s.exec(resources)?.[1] ?? '').matchAll(/\/(f\d+) (\d+) 0 R/g)].map(
      ([, name = '', number = '']) => [name, number],
    ),
  )

function streamIn(object: string | undefined): Buffer {
  const [begin, head = ''] = /^([\s\S]*?)stream\n/.exec(object ?? '') ?? ['']
  const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0)
  const bytes = Buffer.from((object ?? '').slice(begin.length, begin.length + length), 'latin1')
  return head.includes('/FlateDecode') ? inflateSync(bytes) : bytes
}

function streamObject(number: string, content: string): string {
  const bytes = deflateSync(Buffer.from(content, 'latin1')).toString('latin1')
  return `${number} 0 obj\n<<\n  /Length ${bytes.length}\n  /Filter /FlateDecode\n>>\nstream\n${bytes}\nendstream\nendobj\n\n`
}

const utf16 = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le')
const hexOf = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('hex')

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', '\n': '' }

/** The glyphs of a string, two bytes each. */
function glyphIds(letters: string): readonly number[] {
  const bytes = letters.replace(/\\([0-7]{1,3}|[\s\S])/g, (_, each: string) =>
    /[0-7]/.test(each) ? String.fromCharCode(Number.parseInt(each, 8)) : (ESCAPED[each] ?? each),
  )
  return Array.from(
    { length: bytes.length >> 1 },
    (_, at) => bytes.charCodeAt(at * 2) * 256 + bytes.charCodeAt(at * 2 + 1),
  )
}
