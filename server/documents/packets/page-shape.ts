import { PDFName, type PDFPage } from '@cantoo/pdf-lib'
import type { PageShape } from '../application-pdf/index.ts'

/** What a reader sees of a page: a box in its own coordinates, scaled by `unit`, then turned clockwise by `turn`. */
export type SeenPage = {
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  readonly unit: number
  readonly turn: 0 | 90 | 180 | 270
}

const USER_UNIT = PDFName.of('UserUnit')

export function seenPage(page: PDFPage): SeenPage {
  const media = upright(page.getMediaBox())
  const crop = upright(page.getCropBox())
  const [x, y] = [Math.max(media.x, crop.x), Math.max(media.y, crop.y)]
  const width = Math.min(media.x + media.width, crop.x + crop.width) - x
  const height = Math.min(media.y + media.height, crop.y + crop.height) - y
  // A crop box beside the page is ignored, as by readers.
  const box = width > 0 && height > 0 ? { x, y, width, height } : media
  const quarters = ((Math.round(page.getRotation().angle / 90) % 4) + 4) % 4
  const turn = ([0, 90, 180, 270] as const)[quarters] ?? 0
  const unit = Number(page.node.get(USER_UNIT)?.toString() ?? 1)
  return { box, unit: unit > 0 ? unit : 1, turn }
}

/** How a reader sees it. A square page counts as upright. */
export const shapeOf = ({ box, turn }: SeenPage): PageShape =>
  (turn % 180 === 0 ? box.width > box.height : box.height > box.width) ? 'landscape' : 'portrait'

/** The corners of a box may be given in any order. */
const upright = ({ x, y, width, height }: SeenPage['box']) => ({
  x: Math.min(x, x + width),
  y: Math.min(y, y + height),
  width: Math.abs(width),
  height: Math.abs(height),
})
