import {
  PDFBool,
  PDFCheckBox,
  PDFDict,
  type PDFDocument,
  PDFDropdown,
  type PDFField,
  type PDFFont,
  PDFHexString,
  PDFName,
  PDFOptionList,
  PDFRadioGroup,
  PDFString,
  PDFTextField,
  StandardFonts,
} from '@cantoo/pdf-lib'
import { drawableOn, drawingOf, drawWidget, isShown, widgetsOn } from './draw-widget.ts'
import type { Rectangle } from './open-pdf.ts'

/** A redrawn field, by the number of its page and of its annotation there, and the text that it must show. */
export type RedrawnField = {
  readonly page: number
  readonly annotation: number
  readonly place: Rectangle
  readonly value: string
}

/**
 * Draws the contents of forms into their pages. A field whose value has changed since it was last drawn is redrawn,
 * because programs that fill in forms leave that to the reader. Undefined if a field cannot be drawn.
 */
export async function drawForm(source: PDFDocument): Promise<readonly RedrawnField[] | undefined> {
  const pages = source.getPages()
  if (!pages.some((page) => widgetsOn(page).length > 0)) return []
  let redrawnTexts: ReadonlyMap<PDFDict, string>
  try {
    redrawnTexts = await redrawFields(source)
  } catch {
    return undefined // letters that its font lacks, or a field that contradicts itself
  }
  const redrawn: RedrawnField[] = []
  for (const [number, page] of pages.entries()) {
    for (const { dict, annotation, place } of widgetsOn(page)) {
      const value = redrawnTexts.get(dict)
      if (value !== undefined && isShown(dict)) redrawn.push({ page: number, annotation: annotation, place, value })
    }
    const drawn = drawableOn(page)
    for (const { dict, place } of drawn) drawWidget(page, dict, place)
    // From the last to the first, because removing one renumbers those after it.
    for (const { annotation } of drawn.toReversed()) page.node.Annots()?.remove(annotation)
  }
  return redrawn
}

/** Redraws fields whose appearance does not show their value. Returns their widgets with the text. */
async function redrawFields(source: PDFDocument): Promise<ReadonlyMap<PDFDict, string>> {
  const redrawnTexts = new Map<PDFDict, string>()
  if (!source.catalog.has(PDFName.of('AcroForm'))) return redrawnTexts
  const form = source.getForm()
  const needsRedraw = form.acroForm.dict.lookup(PDFName.of('NeedAppearances')) === PDFBool.True
  const font = await source.embedFont(StandardFonts.Helvetica)
  const letters = new Set(font.getCharacterSet())
  for (const field of form.getFields()) {
    const shown = field.acroField.getWidgets().filter(({ dict }) => isShown(dict))
    if (field instanceof PDFCheckBox || field instanceof PDFRadioGroup) {
      const ticked = field.acroField.getValue()
      const hasNoDrawing = shown.some((widget) => !widget.getAppearances() && widget.getOnValue() === ticked)
      if (hasNoDrawing) field.defaultUpdateAppearances()
      for (const { dict } of shown) if (setState(dict, ticked, needsRedraw) || hasNoDrawing) redrawnTexts.set(dict, '')
      continue
    }
    const value = shownText(field)
    if (value.trim() === '' || (!needsRedraw && shown.every(({ dict }) => drawsText(dict)))) continue
    if ([...value].some((each) => each !== '\n' && each !== '\r' && !letters.has(each.codePointAt(0) ?? 0)))
      throw new Error('The font lacks a letter.')
    drawText(field, value, font)
    for (const { dict } of shown) redrawnTexts.set(dict, value)
  }
  await source.flush() // the font is written only now; a copy made earlier would lack it
  return redrawnTexts
}

/** The text that a field shows for its value; empty for a field without text and for a password. */
function shownText(field: PDFField): string {
  if (field instanceof PDFTextField) return field.isPassword() ? '' : textOf(field.acroField.V())
  if (!(field instanceof PDFDropdown || field instanceof PDFOptionList)) return ''
  const options = field.acroField.getOptions().map(({ value, display }) => ({
    value: value.decodeText(),
    display: (display ?? value).decodeText(),
  }))
  const selected = field.acroField.getValues().map((each) => each.decodeText())
  return selected.map((each) => options.find(({ value }) => value === each)?.display ?? each).join('\n')
}

const textOf = (value: unknown): string =>
  value instanceof PDFString || value instanceof PDFHexString ? value.decodeText() : ''

function drawText(field: PDFField, value: string, font: PDFFont): void {
  if (field instanceof PDFTextField) {
    if (field.isRichFormatted()) field.disableRichFormatting()
    field.setText(value)
    field.updateAppearances(font)
  } else if (field instanceof PDFDropdown || field instanceof PDFOptionList) {
    // Show the text of the list entry, because the value may be a code.
    const lines = value.split('\n')
    field.setOptions(lines)
    field.select(lines)
    field.defaultUpdateAppearances(font)
  }
}

/** Makes a widget show its field's tick. Returns whether this changes what it showed. */
function setState(widget: PDFDict, ticked: PDFName, needsRedraw: boolean): boolean {
  const key = PDFName.of('AS')
  const before = widget.lookup(key)
  if (!needsRedraw && before !== undefined) return false
  const states = widget.lookupMaybe(PDFName.of('AP'), PDFDict)?.lookup(PDFName.of('N'))
  if (!(states instanceof PDFDict)) return false
  const state = states.has(ticked) ? ticked : PDFName.of('Off')
  widget.set(key, state)
  return state !== before
}

const drawsText = (widget: PDFDict) => /T[jJ*]|['"]/.test(drawingOf(widget)?.getContentsString() ?? '')
