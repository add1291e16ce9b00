import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import { expect, type Locator, type Page } from '@playwright/test'
import { strToU8, zipSync } from 'fflate'
import sharp from 'sharp'
import { typedOn } from './applicant.ts'

/** A file on a person's disk. */
export type OwnFile = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer }

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#17566a' } })

export const png = async (name: string): Promise<OwnFile> => ({
  name,
  mimeType: 'image/png',
  buffer: await picture(400, 300).png().toBuffer(),
})

export const jpeg = async (name: string): Promise<OwnFile> => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await picture(640, 480).jpeg().toBuffer(),
})

/** A photo as phones take them: rotated only by its metadata, and far larger than the limit. */
export async function largePhoto(name: string): Promise<OwnFile> {
  // Paper as a camera sees it: no two pixels are quite the same.
  const paper = { width: 4000, height: 3000, channels: 3, background: '#fff' } as const
  const photo = sharp({ create: { ...paper, noise: { type: 'gaussian', mean: 215, sigma: 12 } } })
    .jpeg({ quality: 95 })
    .withMetadata({ orientation: 6 })
  return { name, mimeType: 'image/jpeg', buffer: await photo.toBuffer() }
}

/** A photo as iPhones store them. */
export const heicPhoto = (name: string): OwnFile => ({
  name,
  mimeType: 'image/heic',
  buffer: readFileSync(join(import.meta.dirname, '../../testing/photo.heic')),
})

/** A photo of 2 MB that no program can open. */
export const damagedPhoto = (name: string): OwnFile => ({
  name,
  mimeType: 'image/jpeg',
  buffer: Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), randomBytes(2 * 1_048_576)]),
})

export async function pdf(name: string): Promise<OwnFile> {
  const document = await PDFDocument.create()
  document.addPage([612, 792]).drawText('Scores', { x: 72, y: 700 })
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(await document.save()) }
}

/** A PDF with a signature that cannot be checked; the original of each signed one is kept. */
export async function signedPdf(name: string): Promise<OwnFile> {
  const document = await PDFDocument.create()
  document.addPage([612, 792])
  document.context.register(document.context.obj({ Type: 'Sig', ByteRange: [0, 0, 0, 0] }))
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(await document.save({ useObjectStreams: false })) }
}

/** A PDF of one page that opens only with this password. */
export async function lockedPdf(name: string, userPassword: string): Promise<OwnFile> {
  const document = await PDFDocument.create()
  document.addPage([612, 792])
  document.encrypt({ userPassword, ownerPassword: 'owner' })
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(await document.save()) }
}

/** A Word document with one sentence. */
export const docx = (name: string): OwnFile => ({
  name,
  mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  buffer: zipOf({
    '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${formats}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<w:document xmlns:w="${formats}/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>My transcript.</w:t></w:r></w:p></w:body></w:document>`,
  }),
})

const formats = 'http://schemas.openxmlformats.org'
const packages = `${formats}/package/2006`

const zipOf = (parts: Readonly<Record<string, string>>): Buffer =>
  Buffer.from(zipSync(Object.fromEntries(Object.entries(parts).map(([name, content]) => [name, strToU8(content)]))))

/** The width and height of each page of a converted document, as it is shown. */
export async function convertedPages(page: Page, key: string): Promise<readonly { width: number; height: number }[]> {
  const { url } = await (await page.request.get(`/api/pdf/document-answer/${key}`)).json()
  const document = await PDFDocument.load(await (await page.request.get(url)).body())
  return document.getPages().map((each) => {
    const { width, height } = each.getSize()
    return each.getRotation().angle % 180 === 0 ? { width, height } : { width: height, height: width }
  })
}

/** The width and height of the first page of a converted document. */
export async function convertedSize(page: Page, key: string): Promise<{ width: number; height: number }> {
  const [first] = await convertedPages(page, key)
  if (first === undefined) throw new Error('The converted document has no page.')
  return first
}

/** The field of an upload question. */
export const uploadField = (page: Page, key: string): Locator => page.locator(`[id="${key}"]`)

/** Chooses a file for a question. The name of the file must not reach the server's log. */
export async function choose(page: Page, key: string, file: OwnFile): Promise<void> {
  typedOn(page).add(file.name)
  await uploadField(page, key).locator('input[type=file]').setInputFiles(file)
}

/** Chooses a file and waits until it is attached. A Word document may have to wait for LibreOffice. */
export async function attach(page: Page, key: string, file: OwnFile): Promise<void> {
  await choose(page, key, file)
  await expect(uploadField(page, key)).toContainText(`${file.name}Attached`, { timeout: 480_000 })
}

/** Uploads a file through the API and has it converted, as the screen would, and waits until it is attached. */
export async function uploadThroughApi(page: Page, key: string, { name, buffer }: OwnFile): Promise<void> {
  typedOn(page).add(name)
  const permission = await page.request.post('/api/presigned-url', { data: { answer_key: key } })
  const { url, fields } = await permission.json()
  const file = { name, mimeType: 'application/octet-stream', buffer }
  expect((await page.request.post(url, { multipart: { ...fields, file } })).status()).toBe(204)
  const path = `/api/pdf/document-answer/${key}`
  await expect(await page.request.post(path, { data: { file_key: fields.key, file_name: name } })).toBeOK()
  await expect
    .poll(async () => (await (await page.request.get(path)).json()).status, { timeout: 180_000 })
    .toBe('COMPLETED')
}
