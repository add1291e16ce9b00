import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { PDFDocument } from '@cantoo/pdf-lib'
import { plainAddPlaceholder } from '@signpdf/placeholder-plain'
import { SignPdf } from '@signpdf/signpdf'
import { Signer } from '@signpdf/utils'

type Kind = 'adbe.pkcs7.detached' | 'ETSI.CAdES.detached'

/** Somebody who signs PDFs, with a certificate that an authority issued (PEM). */
export type PdfSigner = {
  readonly authority: string
  readonly certificate: string
  readonly key: string
  /** Adds a signature to a PDF without compressed objects, as `plainPdf` makes it. */
  readonly sign: (pdf: Uint8Array, kind?: Kind) => Promise<Buffer>
  /** A signature that carries what it signs. */
  readonly container: (bytes: Uint8Array) => Promise<Buffer>
  readonly close: () => Promise<void>
}

/** Certificates and containers are openssl's, and the PDF is @signpdf's: nothing of what checks them takes part. */
export async function createPdfSigner(
  name: string,
  days: readonly [from: string, to: string] = ['20260101000000Z', '20360101000000Z'],
  /** Whose certificate issues this one, though it is no authority's. */
  by?: Pick<PdfSigner, 'certificate' | 'key'>,
): Promise<PdfSigner> {
  const folder = await mkdtemp(join(tmpdir(), 'causeway-signer-'))
  const openssl = (...options: string[]) =>
    promisify(execFile)('openssl', options, { cwd: folder, encoding: 'buffer', maxBuffer: 2 ** 26 })
  const newKey = ['-newkey', 'rsa:2048', '-nodes']
  if (by) {
    await writeFile(join(folder, 'ca.pem'), by.certificate)
    await writeFile(join(folder, 'ca.key'), by.key)
  } else
    await openssl(
      ...['req', '-x509', ...newKey, '-subj', '/O=Transcript Service/CN=Transcript CA', '-days', '3650'],
      // The same for all, so that only its key tells one authority from another.
      ...['-addext', 'subjectKeyIdentifier=01020304', '-keyout', 'ca.key', '-out', 'ca.pem'],
    )
  await openssl(
    'req',
    '-utf8',
    ...newKey,
    '-subj',
    `/O=Example University/CN=${name}`,
    '-keyout',
    'leaf.key',
    '-out',
    'leaf.csr',
  )
  await writeFile(join(folder, 'ca.cnf'), AUTHORITY)
  await writeFile(join(folder, 'issued'), '')
  await openssl(
    ...['ca', '-batch', '-config', 'ca.cnf', '-in', 'leaf.csr', '-out', 'leaf.pem', '-notext'],
    ...['-startdate', days[0], '-enddate', days[1]],
  )
  const container = async (bytes: Uint8Array, ...more: readonly string[]) => {
    await writeFile(join(folder, 'bytes'), bytes)
    const who = ['-signer', 'leaf.pem', '-inkey', 'leaf.key', '-certfile', 'ca.pem']
    const how = ['-binary', '-md', 'sha256', '-outform', 'DER', ...more]
    return (await openssl('cms', '-sign', '-in', 'bytes', ...who, ...how)).stdout
  }
  const signer = (...more: readonly string[]) =>
    new (class extends Signer {
      override sign = (bytes: Buffer) => container(bytes, ...more)
    })()
  return {
    authority: await readFile(join(folder, 'ca.pem'), 'utf8'),
    certificate: await readFile(join(folder, 'leaf.pem'), 'utf8'),
    key: await readFile(join(folder, 'leaf.key'), 'utf8'),
    sign: async (pdf, kind = 'adbe.pkcs7.detached') => {
      const place = { reason: 'Transcript', contactInfo: '', location: 'Ghent', subFilter: kind }
      const prepared = plainAddPlaceholder({ pdfBuffer: Buffer.from(pdf), name, ...place })
      return new SignPdf().sign(prepared, signer(...(kind === 'ETSI.CAdES.detached' ? ['-cades'] : [])))
    },
    container: (bytes) => container(bytes, '-nodetach'),
    close: () => rm(folder, { recursive: true }),
  }
}

const AUTHORITY = `[ca]
default_ca = this
[this]
database = issued
new_certs_dir = .
certificate = ca.pem
private_key = ca.key
rand_serial = yes
default_md = sha256
policy = any
x509_extensions = leaf
[any]
organizationName = optional
commonName = supplied
[leaf]
basicConstraints = critical,CA:FALSE
keyUsage = critical,digitalSignature,nonRepudiation
`

/** A PDF of one page as older programs write it, to which signatures can be added. */
export async function plainPdf(text: string): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  pdf.addPage([612, 792]).drawText(text, { x: 72, y: 700 })
  return pdf.save({ useObjectStreams: false })
}
