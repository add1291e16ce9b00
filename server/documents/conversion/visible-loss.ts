import type { ChangedWidget } from './draw-form.ts'
import { missingWords, withoutSpaces } from './missing-words.ts'
import type { OpenPdf, RenderedPage } from './open-pdf.ts'

/** How far a color may be off (of 255), and how many pixels per page may exceed that: rounding can move as much. */
const TOLERANCE = { colour: 64, pixels: 8 }

/**
 * What a converted PDF shows less than its source file; undefined if it shows everything. A widget whose text was drawn
 * anew is left out of the picture, and its words are counted; one whose state was changed is seen in that
 * state in the source too.
 */
export function visibleLoss(before: OpenPdf, after: OpenPdf, changed: readonly ChangedWidget[]): string | undefined {
  if (after.pages !== before.pages) return `${before.pages} pages became ${after.pages}.`
  for (let page = 0; page < before.pages; page += 1) {
    const here = changed.filter((each) => each.page === page)
    const texts = here.filter((each) => each.kind === 'text')
    const covered = texts.map(({ place }) => place)
    const source = before.render(page, {
      without: texts.map(({ annotation }) => annotation),
      covered,
      states: here.filter((each) => each.kind === 'state'),
    })
    const result = after.render(page, { without: [], covered, states: [] })
    if (!source) continue // a page that could not be read before is not lost
    const values = texts.map(({ value }) => value)
    const lost = result ? differenceOf(source, result, values) : 'cannot be read.'
    if (lost !== undefined) return `Page ${page + 1}: ${lost}`
  }
  return undefined
}

function differenceOf(source: RenderedPage, result: RenderedPage, values: readonly string[]): string | undefined {
  if (source.width !== result.width || source.height !== result.height) return 'it has another size.'
  const pixels = differentPixels(source.pixels, result.pixels)
  if (pixels > TOLERANCE.pixels) return `${pixels} pixels differ.`
  if (missingWords(values.join('\n'), result.text).length > 0) return 'what somebody typed into a form is gone.'
  // Together, so that a value is not found in what the page says anyway.
  const wanted = [source.text, ...values].join('\n')
  const words = missingWords(wanted, result.text)
  // Without the document's reading direction, a page may be read in another order, which is no loss.
  const sameLetters = pixels === 0 && withoutSpaces(wanted).length <= withoutSpaces(result.text).length
  return words.length > 0 && !sameLetters ? `${words.length} words are gone.` : undefined
}

function differentPixels(source: Uint8Array, result: Uint8Array): number {
  let count = 0
  for (let at = 0; at < source.length; at += 4) {
    const difference = (byte: number) => Math.abs((source[at + byte] ?? 0) - (result[at + byte] ?? 0))
    if (Math.max(difference(0), difference(1), difference(2)) > TOLERANCE.colour) count += 1
  }
  return count
}
