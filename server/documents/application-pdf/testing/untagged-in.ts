import { OPS, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

const drawing = new Set([
  OPS.showText,
  OPS.showSpacedText,
  OPS.nextLineShowText,
  OPS.nextLineSetSpacingShowText,
  OPS.constructPath,
  OPS.fill,
  OPS.eoFill,
  OPS.stroke,
  OPS.fillStroke,
  OPS.eoFillStroke,
  OPS.shadingFill,
  OPS.paintImageXObject,
  OPS.paintImageMaskXObject,
  OPS.paintInlineImageXObject,
  OPS.paintFormXObjectBegin,
])

/** How much a page draws that is neither tagged nor marked as decoration: a screen reader would skip it. */
export async function untaggedIn(page: PDFPageProxy): Promise<number> {
  const { fnArray, argsArray } = await page.getOperatorList()
  const open: boolean[] = []
  let untagged = 0
  for (const [index, operator] of fnArray.entries()) {
    if (operator === OPS.beginMarkedContent || operator === OPS.beginMarkedContentProps) {
      open.push(isAccountedFor(argsArray[index]))
    } else if (operator === OPS.endMarkedContent) open.pop()
    else if (drawing.has(operator) && !open.includes(true)) untagged += 1
  }
  return untagged
}

/** The tag of a mark, and its number in the structure if it has one. */
const isAccountedFor = ([word, number]: readonly unknown[]): boolean =>
  typeof number === 'number' || word === 'Artifact' || Object(word).name === 'Artifact'
