/** How far a page is turned, in degrees clockwise. */
export type Turn = 0 | 90 | 180 | 270

/** One page of a document that is still being put together. */
export type DraftPage = {
  readonly id: number
  readonly file: File
  readonly turn: Turn
  /** Which page of a PDF it is; undefined for a picture. */
  readonly ofPdf: { readonly number: number; readonly count: number } | undefined
  /** The upright picture, small; undefined for a PDF. */
  readonly preview: HTMLCanvasElement | undefined
  /** The width and height of the picture in pixels. */
  readonly size: readonly [width: number, height: number]
}

const turns: readonly Turn[] = [0, 90, 180, 270]

/** A page turned to the right by one quarter more. */
export const turned = (page: DraftPage): DraftPage => ({
  ...page,
  turn: turns[(turns.indexOf(page.turn) + 1) % turns.length] ?? 0,
})
