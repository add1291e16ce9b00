import { PDFArray, type PDFContext, PDFDict, PDFName, type PDFObject } from '@cantoo/pdf-lib'

/** The layers of a packet's documents, and those that are hidden: a hidden layer stays hidden. */
export type Layers = { readonly all: readonly PDFObject[]; readonly hidden: readonly PDFObject[] }

/** The layers of a document's OCProperties, which are in `context`. */
export function layersIn(context: PDFContext, properties: PDFObject | undefined): Layers {
  const found = context.lookup(properties)
  const entries = (from: PDFObject | undefined, name: string): readonly PDFObject[] => {
    const list = from instanceof PDFDict ? from.lookup(PDFName.of(name)) : undefined
    return list instanceof PDFArray ? list.asArray() : []
  }
  const all = entries(found, 'OCGs')
  const first = found instanceof PDFDict ? found.lookup(PDFName.of('D')) : undefined
  const isOff = first instanceof PDFDict && first.lookup(PDFName.of('BaseState')) === PDFName.of('OFF')
  const shown = entries(first, 'ON')
  return { all, hidden: isOff ? all.filter((each) => !shown.includes(each)) : entries(first, 'OFF') }
}
