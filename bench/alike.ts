import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'

/** What poppler, which the product does not use, says about a file before and after its conversion. */
export type Alike = { readonly text: boolean | undefined; readonly look: boolean | undefined }

const DOTS = 40 // per inch
const PAGES = 6
const MOST_OF_PAGE = 2 // of 255, on average: edges are drawn a little differently
const MOST_OF_PICTURE = 8 // the same, where the original was also scaled by another program

/** The version of poppler; undefined if it is not installed. */
export const popplerVersion = (): string | undefined =>
  /version (\S+)/.exec(spawnSync('pdftotext', ['-v'], { encoding: 'utf8' }).stderr ?? '')?.[1]

/**
 * Compares a file with its PDF: the words of all pages and the look of the first six of a PDF, and the look of a
 * picture. Undefined for what cannot be compared: a Word document, or a PDF that poppler cannot open.
 */
export async function alike(before: Buffer, after: Uint8Array): Promise<Alike> {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-alike-'))
  try {
    const result = pagesOf(folder, 'after', after)
    if (!before.subarray(0, 1_024).includes('%PDF-'))
      return { text: undefined, look: await isPicture(before, result[0]) }
    const original = pagesOf(folder, 'before', before)
    if (original.length === 0) return { text: undefined, look: undefined }
    const look = original.length === result.length && original.every((page, at) => isSamePage(page, result[at]))
    return { text: wordsOf(folder, 'before') === wordsOf(folder, 'after'), look }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

type Page = { readonly width: number; readonly height: number; readonly gray: Buffer }

function pagesOf(folder: string, name: string, pdf: Uint8Array): readonly Page[] {
  writeFileSync(join(folder, `${name}.pdf`), pdf)
  const options = ['-gray', '-r', String(DOTS), '-l', String(PAGES), join(folder, `${name}.pdf`), join(folder, name)]
  spawnSync('pdftoppm', options, { timeout: 60_000 })
  const files = readdirSync(folder).filter((file) => file.startsWith(`${name}-`))
  return files.sort().map((file) => pageOf(readFileSync(join(folder, file))))
}

/** A PGM file: `P5`, width, height and the largest gray, then one byte for each pixel. */
function pageOf(pgm: Buffer): Page {
  const [head = '', width, height] = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(pgm.toString('latin1', 0, 60)) ?? []
  return { width: Number(width), height: Number(height), gray: pgm.subarray(head.length) }
}

const isSamePage = (one: Page, other: Page | undefined): boolean =>
  other !== undefined &&
  Math.abs(one.width - other.width) <= 1 &&
  Math.abs(one.height - other.height) <= 1 &&
  (one.width !== other.width || one.height !== other.height || difference(one.gray, other.gray) <= MOST_OF_PAGE)

const difference = (one: Buffer, other: Buffer) =>
  one.reduce((sum, gray, at) => sum + Math.abs(gray - (other[at] ?? 0)), 0) / one.length

/** Whether the page shows the picture, upright and on white, as large as it fits between its margins. */
async function isPicture(picture: Buffer, page: Page | undefined): Promise<boolean | undefined> {
  const upright = await sharp(picture, { failOn: 'none' })
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => undefined)
  if (!upright) return undefined
  if (!page) return false
  const { width, height, channels } = upright.info
  const [right, bottom] = [page.width - DOTS / 2, page.height - DOTS / 2] // two margins of a quarter of an inch
  const scale = Math.min(DOTS / 96, right / width, bottom / height)
  const [across, down] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))]
  const gray = await sharp(upright.data, { raw: { width, height, channels } })
    .resize(across, down, { fit: 'fill' })
    .toColourspace('b-w')
    .raw()
    .toBuffer()
  const [left, top] = [Math.round((page.width - across) / 2), Math.round((page.height - down) / 2)]
  const drawn = Buffer.alloc(across * down)
  for (let row = 0; row < down; row += 1)
    page.gray.copy(drawn, row * across, (top + row) * page.width + left, (top + row) * page.width + left + across)
  return difference(gray, drawn) <= MOST_OF_PICTURE
}

/** The words of a PDF in the order of the pages, without the spaces between them, which readers guess. */
const wordsOf = (folder: string, name: string): string =>
  execFileSync('pdftotext', [join(folder, `${name}.pdf`), '-'], {
    encoding: 'utf8',
    maxBuffer: 256 * 1024 ** 2,
  }).replaceAll(/\s+/g, '')
