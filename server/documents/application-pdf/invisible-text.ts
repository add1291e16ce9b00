import { hexOf, nextNumber, rounded, streamObject } from './drawn-text.ts'

/** Where an invisible text is on its page, from the place of the piece that it is in, and how high its letters are. */
export type InvisiblePlace = {
  readonly from: number
  readonly to: number
  readonly y: number
  readonly size: number
  /** Whether it lies lower than what it is the text of. */
  readonly isLow: boolean
}

/** Collects the invisible texts of a file, whose glyphs stand for one or several letters and are evenly spaced. */
export type InvisibleText = {
  readonly show: (units: readonly string[], place: InvisiblePlace) => string
  /** What the resources of a page that shows such texts need. */
  readonly resources: string
  readonly addFonts: () => void
}

const WIDTH = 500 // of a glyph, in thousandths of its size
const NARROW = 10 // Readers take marks to have no width, and a gap after one for a blank.
const widthOf = (unit: string): number => (/^[\p{Mn}\u200e\u200f]+$/u.test(unit) ? NARROW : WIDTH)

/** The boxes of glyphs: that of a low one is where the drawn letter stands. */
const FONTS = [
  { name: 'fInvisible', box: `0 -200 ${WIDTH} 800` },
  { name: 'fInvisibleLow', box: `0 450 ${WIDTH} 1250` },
] as const

export function invisibleText(objects: Map<string, string>): InvisibleText {
  const glyphs = new Map<string, number>()
  const first = nextNumber(objects)
  return {
    show: (units, { from, to, y, size, isLow }) => {
      const ids = units.map((unit) => {
        const id = glyphs.get(unit) ?? glyphs.size + 1
        glyphs.set(unit, id)
        return id.toString(16).padStart(4, '0')
      })
      const width = units.reduce((sum, unit) => sum + widthOf(unit), 0)
      const stretch = (Math.max(to - from, 0.1) * 100_000) / (width * size)
      const { name } = FONTS[isLow ? 1 : 0]
      return `/${name} ${size} Tf\n${rounded(stretch)} Tz\n1 0 0 -1 ${rounded(from)} ${rounded(y)} Tm\n<${ids.join('')}> Tj\n`
    },
    resources: FONTS.map(({ name }, at) => `\n      /${name} ${first + at} 0 R`).join(''),
    addFonts: () => {
      if (glyphs.size > 0) addFonts(objects, glyphs, first)
    },
  }
}

function addFonts(objects: Map<string, string>, glyphs: ReadonlyMap<string, number>, first: number): void {
  const lines = [...glyphs].map(([unit, id]) => `<${id.toString(16).padStart(4, '0')}> <${hexOf(unit)}>`)
  // At most 100 in one list.
  const lists = Array.from({ length: Math.ceil(lines.length / 100) }, (_, at) => lines.slice(at * 100, at * 100 + 100))
  const program = [
    '/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n/CMapName /Invisible def\n/CMapType 2 def',
    '1 begincodespacerange\n<0000> <ffff>\nendcodespacerange',
    ...lists.map((list) => `${list.length} beginbfchar\n${list.join('\n')}\nendbfchar`),
    'endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend',
  ].join('\n')
  const narrow = [...glyphs].flatMap(([unit, id]) => (widthOf(unit) === WIDTH ? [] : [`${id} ${id} ${NARROW}`]))
  const add = (number: number, text: string) => objects.set(`${number}`, `${number} 0 obj\n<<\n${text}\n>>\nendobj\n\n`)
  const map = first + FONTS.length
  for (const at of FONTS.keys())
    add(
      first + at,
      `  /Type /Font\n  /Subtype /Type0\n  /BaseFont /Invisible\n  /Encoding /Identity-H\n  /DescendantFonts [${map + 1 + 2 * at} 0 R]\n  /ToUnicode ${map} 0 R`,
    )
  objects.set(`${map}`, streamObject(`${map}`, program))
  for (const [at, { box }] of FONTS.entries()) {
    const own = map + 1 + 2 * at
    add(
      own,
      `  /Type /Font\n  /Subtype /CIDFontType2\n  /BaseFont /Invisible\n  /CIDSystemInfo <<\n    /Registry (Adobe)\n    /Ordering (Identity)\n    /Supplement 0\n  >>\n  /FontDescriptor ${own + 1} 0 R\n  /DW ${WIDTH}\n  /W [${narrow.join(' ')}]\n  /CIDToGIDMap /Identity`,
    )
    add(
      own + 1,
      `  /Type /FontDescriptor\n  /FontName /Invisible\n  /Flags 4\n  /FontBBox [${box}]\n  /ItalicAngle 0\n  /Ascent 800\n  /Descent -200\n  /CapHeight 700\n  /StemV 80`,
    )
  }
}
