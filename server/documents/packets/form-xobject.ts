import {
  decodePDFRawStream,
  PDFArray,
  type PDFContext,
  type PDFDict,
  PDFName,
  PDFRawStream,
  type PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib'

const name = PDFName.of

/**
 * The content of a page as a form, which another page can draw and which leaves nothing behind that could change what
 * is drawn after it; undefined for an empty page. `box` cuts off what was not seen of the page.
 */
export function formOf(context: PDFContext, page: PDFDict, box: readonly number[]): PDFRef | undefined {
  const contents = page.lookup(name('Contents'))
  const entries = {
    ...{ Type: 'XObject', Subtype: 'Form', BBox: [...box] },
    Resources: page.get(name('Resources')) ?? context.obj({}),
  }
  if (contents instanceof PDFRawStream) {
    // Its bytes are not copied: a scan may be large. Pages may share a content, so it is not changed.
    const dict = contents.dict.clone(context)
    for (const [key, value] of context.obj(entries).entries()) dict.set(key, value)
    return context.register(PDFRawStream.of(dict, contents.contents))
  }
  if (!(contents instanceof PDFArray)) return undefined
  const parts = contents.asArray().flatMap((each) => {
    const part = context.lookup(each)
    return part instanceof PDFStream ? [bytesOf(part), Buffer.from('\n')] : []
  })
  return context.register(context.flateStream(Buffer.concat(parts), entries))
}

const bytesOf = (stream: PDFStream): Uint8Array =>
  stream instanceof PDFRawStream ? decodePDFRawStream(stream).decode() : stream.getContents()
