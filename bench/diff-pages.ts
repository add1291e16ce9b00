import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'

/** What poppler, which the product does not use, says about a file before and after its conversion. */
export type PagesDiff = { readonly text: boolean | undefined; readonly look: boolean | undefined }

const DOTS = 96 // per inch: a picture is never drawn larger than dot for dot
const PAGES = 6
const MOST_OF_PAGE = 2 // of 255, on average: edges are drawn a little differently
const MOST_OF_PICTURE = 4 // the same, where another program scaled the original
const COARSE = 24 // dots across and down to which pictures are reduced, so that half a dot beside does not count
const MARGIN = 18 // points around a picture on its page

/** The version of poppler; undefined if it is not installed. */
export const popplerVersion = (): string | undefined =>
  /version (\S+)/.exec(spawnSync('pdftotext', ['-v'], { encoding: 'utf8' }).stderr ?? '')?.[1]

/**
 * Compares a file with its PDF: the words of all pages and the look of the first six of a PDF, and the look of a
 * picture. Undefined for what cannot be compared: a Word document, or a PDF that poppler cannot open.
 */
export async function diffPages(before: Buffer, after: Uint8Array): Promise<PagesDiff> {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-diff-'))
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

type Page = {
  readonly width: number
  readonly height: number
  readonly points: { readonly width: number; readonly height: number }
  readonly colors: Buffer
}

function pagesOf(folder: string, name: string, pdf: Uint8Array): readonly Page[] {
  writeFileSync(join(folder, `${name}.pdf`), pdf)
  const options = ['-r', String(DOTS), '-l', String(PAGES), join(folder, `${name}.pdf`), join(folder, name)]
  spawnSync('pdftoppm', options, { timeout: 60_000 })
  const files = readdirSync(folder).filter((file) => file.startsWith(`${name}-`))
  return files.sort().map((file) => pageOf(readFileSync(join(folder, file))))
}

/** A PPM file: `P6`, width, height and the largest value, then three bytes for each pixel. */
function pageOf(ppm: Buffer): Page {
  const [head = '', width, height] = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(ppm.toString('latin1', 0, 60)) ?? []
  const points = { width: (Number(width) * 72) / DOTS, height: (Number(height) * 72) / DOTS }
  return { width: Number(width), height: Number(height), points, colors: ppm.subarray(head.length) }
}

const isSamePage = (one: Page, other: Page | undefined): boolean =>
  other !== undefined &&
  Math.abs(one.width - other.width) <= 1 &&
  Math.abs(one.height - other.height) <= 1 &&
  difference(...sharedBy(one, other)) <= MOST_OF_PAGE

/** The colors of the part that both pages have, because rounding may make one of them a dot wider or longer. */
function sharedBy(one: Page, other: Page): [Buffer, Buffer] {
  const [width, height] = [Math.min(one.width, other.width), Math.min(one.height, other.height)]
  const shared = (page: Page) =>
    Buffer.concat(
      Array.from({ length: height }, (_, row) => {
        const start = row * page.width * 3
        return page.colors.subarray(start, start + width * 3)
      }),
    )
  return [shared(one), shared(other)]
}

const difference = (one: Buffer, other: Buffer) =>
  one.reduce((sum, color, at) => sum + Math.abs(color - (other[at] ?? 0)), 0) / one.length

/** Whether the page shows the picture, upright and on white, as large as it fits between its margins. */
async function isPicture(picture: Buffer, page: Page | undefined): Promise<boolean | undefined> {
  const upright = await sharp(picture, { failOn: 'none' })
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => undefined)
  if (!upright) return undefined
  if (!page) return false
  const { width, height, channels } = upright.info
  const scale = Math.min(0.75, (page.points.width - 2 * MARGIN) / width, (page.points.height - 2 * MARGIN) / height)
  const dots = (points: number) => (points * DOTS) / 72
  const [across, down] = [dots(width * scale), dots(height * scale)]
  const place = {
    left: Math.round((page.width - across) / 2),
    top: Math.round((page.height - down) / 2),
    width: Math.max(1, Math.round(across)),
    height: Math.max(1, Math.round(down)),
  }
  const shown = sharp(page.colors, { raw: { width: page.width, height: page.height, channels: 3 } }).extract(place)
  const original = sharp(upright.data, { raw: { width, height, channels } })
  const [one = Buffer.alloc(0), other = Buffer.alloc(0)] = await Promise.all(
    [original, shown].map((each) =>
      each.resize(COARSE, COARSE, { fit: 'fill' }).toColourspace('srgb').raw().toBuffer(),
    ),
  )
  return difference(one, other) <= MOST_OF_PICTURE
}

/** The words of a PDF in the order of the pages, without the spaces between them, which readers guess. */
const wordsOf = (folder: string, name: string): string =>
  execFileSync('pdftotext', [join(folder, `${name}.pdf`), '-'], {
    encoding: 'utf8',
    maxBuffer: 256 * 1024 ** 2,
  }).replaceAll(/\s+/g, '')
