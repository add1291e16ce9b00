import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'

const require = createRequire(import.meta.url)
const requireMore = createRequire(new URL('./more-fonts/package.json', import.meta.url))

/** Each family's regular face first, then the other faces in use. Later families draw what earlier ones cannot. */
const families = {
  'Source Serif 4': [
    require.resolve('@expo-google-fonts/source-serif-4/400Regular/SourceSerif4_400Regular.ttf'),
    require.resolve('@expo-google-fonts/source-serif-4/400Regular_Italic/SourceSerif4_400Regular_Italic.ttf'),
    require.resolve('@expo-google-fonts/source-serif-4/600SemiBold/SourceSerif4_600SemiBold.ttf'),
  ],
  'Source Sans 3': [
    require.resolve('@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf'),
    require.resolve('@expo-google-fonts/source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf'),
  ],
  'Noto Serif': [
    require.resolve('@expo-google-fonts/noto-serif/400Regular/NotoSerif_400Regular.ttf'),
    require.resolve('@expo-google-fonts/noto-serif/400Regular_Italic/NotoSerif_400Regular_Italic.ttf'),
    require.resolve('@expo-google-fonts/noto-serif/600SemiBold/NotoSerif_600SemiBold.ttf'),
  ],
  'Noto Sans': [
    require.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
    require.resolve('@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf'),
  ],
  // Noto's own Arabic fonts come out of a PDF with doubled letters; this one does not.
  'IBM Plex Sans Arabic': [
    require.resolve('@expo-google-fonts/ibm-plex-sans-arabic/400Regular/IBMPlexSansArabic_400Regular.ttf'),
    require.resolve('@expo-google-fonts/ibm-plex-sans-arabic/600SemiBold/IBMPlexSansArabic_600SemiBold.ttf'),
  ],
}

/** One face each: names and sentences in these scripts are seldom emphasized. */
const scripts = inOneFace({
  'Noto Sans Hebrew': 'noto-sans-hebrew',
  'Noto Sans Armenian': 'noto-sans-armenian',
  'Noto Sans Georgian': 'noto-sans-georgian',
  'Noto Sans Bengali': 'noto-sans-bengali',
  'Noto Sans Gurmukhi': 'noto-sans-gurmukhi',
  'Noto Sans Gujarati': 'noto-sans-gujarati',
  'Noto Sans Oriya': 'noto-sans-oriya',
  'Noto Sans Tamil': 'noto-sans-tamil',
  'Noto Sans Telugu': 'noto-sans-telugu',
  'Noto Sans Kannada': 'noto-sans-kannada',
  'Noto Sans Malayalam': 'noto-sans-malayalam',
  'Noto Sans Sinhala': 'noto-sans-sinhala',
  'Noto Sans Meetei Mayek': 'noto-sans-meetei-mayek',
  'Noto Sans Ol Chiki': 'noto-sans-ol-chiki',
  'Noto Sans Thai': 'noto-sans-thai',
  'Noto Sans Lao': 'noto-sans-lao',
  'Noto Sans Khmer': 'noto-sans-khmer',
  'Noto Sans Myanmar': 'noto-sans-myanmar',
  'Noto Serif Tibetan': 'noto-serif-tibetan',
  'Noto Sans Mongolian': 'noto-sans-mongolian',
  'Noto Sans Yi': 'noto-sans-yi',
  'Noto Sans Syriac': 'noto-sans-syriac',
  'Noto Sans Thaana': 'noto-sans-thaana',
  'Noto Sans Hanifi Rohingya': 'noto-sans-hanifi-rohingya',
  'Noto Sans Ethiopic': 'noto-sans-ethiopic',
  'Noto Sans Tifinagh': 'noto-sans-tifinagh',
  'Noto Sans NKo': 'noto-sans-nko',
  'Noto Sans Vai': 'noto-sans-vai',
  'Noto Sans Adlam': 'noto-sans-adlam',
  'Noto Sans Cherokee': 'noto-sans-cherokee',
  'Noto Sans Canadian Aboriginal': 'noto-sans-canadian-aboriginal',
  'Noto Sans Osage': 'noto-sans-osage',
  'Noto Sans Symbols 2': 'noto-sans-symbols-2',
  'Noto Sans Math': 'noto-sans-math',
})

/** Every character of Chinese and Japanese in one font, which draws it in one way for both, and every one of Korean. */
const eastAsian = inOneFace({
  'Chocolate Classical Sans': 'chocolate-classical-sans',
  'Gowun Dodum': 'gowun-dodum',
})

/**
 * These write each language in its own way. They are installed by `npm run fonts` (docs/decisions/0027), because their
 * packages are four times as large as all others.
 */
const finerEastAsian = inOneFace(
  {
    'Noto Sans SC': 'noto-sans-sc',
    'Noto Sans TC': 'noto-sans-tc',
    'Noto Sans JP': 'noto-sans-jp',
    'Noto Sans KR': 'noto-sans-kr',
  },
  resolveIfInstalled,
)

// Last, because it also draws digits and signs that text has.
const emoji = inOneFace({ 'Noto Emoji': 'noto-emoji' })
const all = { ...families, ...scripts, ...finerEastAsian, ...eastAsian, ...emoji }

/**
 * The font families of answers and labels, in the order in which they are searched for a glyph. Chinese, Japanese and
 * Korean share characters that each writes in its own way, so the rest of the text decides who draws them.
 */
export function fontListsFor(text: string): { readonly serif: readonly string[]; readonly sans: readonly string[] } {
  const others = [
    'IBM Plex Sans Arabic',
    ...Object.keys(scripts),
    ...Object.keys(finerEastAsian).toSorted((one, other) => evidenceOf(other, text) - evidenceOf(one, text)),
    ...Object.keys(eastAsian),
    ...Object.keys(emoji),
  ]
  return {
    serif: ['Source Serif 4', 'Noto Serif', 'Noto Sans', 'Source Sans 3', ...others],
    sans: ['Source Sans 3', 'Noto Sans', 'Noto Serif', 'Source Serif 4', ...others],
  }
}

const LETTERS_OF: Readonly<Record<string, RegExp>> = {
  'Noto Sans TC': /\p{Script=Bopomofo}/gu,
  'Noto Sans JP': /[\p{Script=Hiragana}\p{Script=Katakana}]/gu,
  'Noto Sans KR': /\p{Script=Hangul}/gu,
}

/** How many letters of a text only this family's language has. */
const evidenceOf = (family: string, text: string): number => {
  const letters = LETTERS_OF[family]
  return letters ? (text.match(letters)?.length ?? 0) : 0
}

/** The folders of the fonts, one for each face, and a test for whether the fonts can draw a code point. */
export function loadPdfFonts(): {
  readonly folders: readonly string[]
  readonly covers: (codePoint: number) => boolean
} {
  const faces = Object.values(all)
  // Both lists of families hold every family, and all faces of a family cover the same characters.
  const covered = new Set(faces.flatMap(([regular]) => (regular ? [regular] : [])).flatMap(codePointsOf))
  // A font may draw the replacement character, but a PDF cannot conform if text is mapped to it.
  covered.delete(0xfffd)
  const folders = faces.flatMap((paths) => paths.map((path) => dirname(path)))
  return { folders, covers: (codePoint) => covered.has(codePoint) }
}

const codePointsOf = (file: string) => [...codePointsIn(readFileSync(file))]

type Resolve = (file: string) => string | undefined

/** The families with the path of their regular face; without those that are not found. */
function inOneFace(packages: Readonly<Record<string, string>>, resolve: Resolve = require.resolve) {
  const found = Object.entries(packages).flatMap(([family, name]) => {
    const path = resolve(`@expo-google-fonts/${name}/400Regular/${family.replaceAll(' ', '')}_400Regular.ttf`)
    return path === undefined ? [] : [[family, [path]] as const]
  })
  return Object.fromEntries(found)
}

function resolveIfInstalled(file: string): string | undefined {
  for (const each of [requireMore, require]) {
    try {
      return each.resolve(file)
    } catch {
      // Not installed there, which is usual: the fonts that always are draw its characters.
    }
  }
  return undefined
}

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
