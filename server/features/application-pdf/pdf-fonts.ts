import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { codePointsIn } from './code-points-in.ts'

const require = createRequire(import.meta.url)

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
  'Noto Sans Hebrew': [require.resolve('@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf')],
  'Noto Sans Symbols 2': [
    require.resolve('@expo-google-fonts/noto-sans-symbols-2/400Regular/NotoSansSymbols2_400Regular.ttf'),
  ],
}
/** About 10 MB each, so only an institution that needs one installs its package (docs/operating.md). */
const optional = installed({
  'Noto Sans SC': '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
  'Noto Sans TC': '@expo-google-fonts/noto-sans-tc/400Regular/NotoSansTC_400Regular.ttf',
  'Noto Sans JP': '@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf',
  'Noto Sans KR': '@expo-google-fonts/noto-sans-kr/400Regular/NotoSansKR_400Regular.ttf',
})
const scripts = ['IBM Plex Sans Arabic', 'Noto Sans Hebrew', 'Noto Sans Symbols 2', ...Object.keys(optional)]

/** The font families of answers and labels, in the order in which they are searched for a glyph. */
export const fontLists = {
  serif: ['Source Serif 4', 'Noto Serif', 'Noto Sans', 'Source Sans 3', ...scripts],
  sans: ['Source Sans 3', 'Noto Sans', 'Noto Serif', 'Source Serif 4', ...scripts],
} as const

/** Reads the fonts from their packages: every file, and a test for whether the fonts can draw a code point. */
export function loadPdfFonts(): {
  readonly files: readonly Buffer[]
  readonly covers: (codePoint: number) => boolean
} {
  const faces = Object.entries({ ...families, ...optional }).map(([family, paths]) => ({
    family,
    files: paths.map((path) => readFileSync(path)),
  }))
  // All faces of a family cover the same characters, so only the regular face is checked. Text is set in one of two
  // lists, and each list uses only its own families, so a character counts as covered only if both lists cover it.
  const codePointsOf = (list: readonly string[]) =>
    new Set(
      faces.flatMap(({ family, files: [regular] }) =>
        regular && list.includes(family) ? [...codePointsIn(regular)] : [],
      ),
    )
  const covered = codePointsOf(fontLists.serif).intersection(codePointsOf(fontLists.sans))
  // A font may draw the replacement character, but a PDF cannot conform if text is mapped to it.
  covered.delete(0xfffd)
  return { files: faces.flatMap(({ files }) => files), covers: (codePoint) => covered.has(codePoint) }
}

/** The families whose package is installed, each with the path of its only face. */
function installed(paths: Readonly<Record<string, string>>): Readonly<Record<string, readonly string[]>> {
  const found = Object.entries(paths).flatMap(([family, path]) => {
    try {
      return [[family, [require.resolve(path)]] as const]
    } catch {
      return [] // not installed, which is usual: its characters are printed by number
    }
  })
  return Object.fromEntries(found)
}
