import { PDFDocument, PDFName, PDFObjectCopier, PDFRawStream, type PDFRef } from '@cantoo/pdf-lib'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { fontListsFor, loadPdfFonts } from '../../platform/fonts/index.ts'

/** A text to draw, with the look that its form gives it. Lengths are in points. */
export type FieldText = {
  readonly text: string
  readonly width: number
  readonly height: number
  /** 0: as large as fits, as viewers choose it. */
  readonly size: number
  /** As #rrggbb. */
  readonly color: string
  readonly serif: boolean
  /** Left, middle or right. */
  readonly side: 0 | 1 | 2
  readonly multiline: boolean
  /** How many letters the field has room for if each is in a cell of its own; otherwise 0. */
  readonly cells: number
  readonly fill: string | null
  readonly border: number
  readonly stroke: string
  /** How it is turned on its page. */
  readonly matrix: readonly number[]
}

const LARGEST_CHOSEN = 12 // points, of a text of several lines

/**
 * Draws each text with the fonts that come with the product, in any script they cover, and smaller than its form wants
 * rather than cut off. Returns one form XObject of `target` for each; undefined if they lack a letter.
 */
export async function drawTexts(
  target: PDFDocument,
  texts: readonly FieldText[],
): Promise<readonly PDFRef[] | undefined> {
  const { folders, covers } = loadPdfFonts()
  const contents = texts.map(contentOf)
  const drawn = contents.flatMap(({ lines }) => lines).join('')
  if ([...drawn].some((each) => !DRAWS_NOTHING.test(each) && !covers(each.codePointAt(0) ?? 0))) return undefined
  const compiler = NodeCompiler.create({
    workspace: import.meta.dirname,
    fontArgs: [{ fontPaths: [...folders] }],
  })
  const { result } = compiler.compile({
    mainFilePath: `${import.meta.dirname}/form-text.typ`,
    inputs: { content: JSON.stringify(contents) },
  })
  if (!result) throw new Error('The texts of a form could not be drawn.')
  const source = await PDFDocument.load(compiler.pdf(result, { pdfTags: false }), { updateMetadata: false })
  const copier = PDFObjectCopier.for(source.context, target.context)
  return source.getPages().map(({ node }, index) => {
    const content = node.lookup(PDFName.Contents)
    const resources = node.Resources()
    const text = texts[index]
    if (!(content instanceof PDFRawStream) || !resources || !text) throw new Error('A text of a form was not drawn.')
    const form = PDFRawStream.of(copier.copy(content.dict), content.contents)
    const entries = {
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, 0, text.width, text.height],
      Matrix: [...text.matrix],
      Resources: copier.copy(resources),
    }
    for (const [key, value] of target.context.obj(entries).entries()) form.dict.set(key, value)
    return target.context.register(form)
  })
}

function contentOf(field: FieldText) {
  const text = field.text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replace(/\t/g, '    ')
    .replace(CONTROLS, '')
  const lines = text.trimEnd().split('\n')
  const wraps = field.multiline && field.cells === 0
  const { serif, sans } = fontListsFor(text)
  return {
    ...field,
    lines,
    cells: field.cells && Math.max(field.cells, [...text].length),
    words: lines.flatMap((line) => line.split(' ')),
    wraps,
    tall: /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}]/u.test(text),
    rtl: /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(text),
    size: field.size || (wraps ? LARGEST_CHOSEN : Math.max(4, (field.height - 2 * field.border) * 0.7)),
    fonts: field.serif ? serif : sans,
  }
}

const CONTROLS = /[^\P{Cc}\n]|[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu
const DRAWS_NOTHING = /^\p{Default_Ignorable_Code_Point}$/u
