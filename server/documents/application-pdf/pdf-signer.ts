import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { BaseLogger } from 'pino'
import { MOST_SIGNATURE_DIGITS } from '../../../api/index.ts'
import { say } from '../../../engine/index.ts'
import type { Metrics } from '../../platform/metrics/index.ts'
import { type Settings, startupError } from '../../platform/settings/index.ts'
import { textString } from './finish-pdf.ts'

/** What signs PDFs with the certificate of the institution, so that anybody can check them without this installation. */
export type PdfSigner = {
  /** The signature of a PDF made at this time; undefined, and counted, while the certificate is not valid. */
  readonly signatureAt: (time: Date) => PdfSignature | undefined
  /** What an operator should correct, one sentence each; of the end of the certificate from 30 days before. */
  readonly warnings: (now: Date) => readonly string[]
}

/** A signature to be made (PAdES baseline B-B, and B-T with a time stamp). */
export type PdfSignature = {
  /** The dictionary that goes into the file, with zeros in place of its digits. */
  readonly dictionary: string
  /** The signature of the file with this digest (SHA-256), in digits that fill their place. */
  readonly digitsFor: (digest: Buffer) => Promise<string>
}

/** Before the digits of a signature, in its dictionary: the ranges of bytes that it covers, which are not known yet. */
export const BLANK_RANGE = `/ByteRange [0 ${' '.repeat(38)}]\n/Contents <`

type SignerDeps = {
  readonly metrics: Pick<Metrics, 'count'>
  readonly log: Pick<BaseLogger, 'warn'>
  /** How long the time stamp authority may take (ms). */
  readonly patience?: number
}

/** Reads the files of the certificate. Throws a startup error if they cannot be used. */
export function openPdfSigner(
  signing: NonNullable<Settings['pdfSigning']>,
  { metrics, log, patience = 10_000 }: SignerDeps,
): PdfSigner {
  const { chain, key } = readSigner(signing)
  const { timeStampUrl } = signing
  const [own] = chain
  const bytes = chain.reduce((sum, { raw }) => sum + raw.length, SIGNATURE_BYTES) + (timeStampUrl ? STAMP_BYTES : 0)
  if (own === undefined || bytes * 2 > MOST_SIGNATURE_DIGITS)
    throw startupError(`PDF_CERT ${signing.certFile} has more certificates than fit into a PDF: leave out the root.`)
  /** Why the authority gave no time stamp, and until when it is not asked again (ms). */
  let trouble: { readonly reason: string; readonly until: number } | undefined

  async function timeStampOf(signature: Buffer): Promise<Buffer | undefined> {
    if (timeStampUrl === undefined || (trouble && performance.now() < trouble.until)) return undefined
    try {
      const { askForTimeStamp } = await import('./sign-cms.ts')
      const stamp = await askForTimeStamp(timeStampUrl, signature, { bytes: STAMP_BYTES, patience })
      trouble = undefined
      return stamp
    } catch (error) {
      const reason = reasonOf(error)
      trouble = { reason, until: performance.now() + REST }
      log.warn({ reason }, 'TIME_STAMP_URL gave no time stamp: PDFs are signed without one for a minute.')
      return undefined
    }
  }

  async function digitsFor(digest: Buffer): Promise<string> {
    // Loaded only where PDFs are signed.
    const { signedContainer } = await import('./sign-cms.ts')
    const { container, isStamped } = await signedContainer({ chain, key, digest, timeStampOf })
    const outcome = timeStampUrl === undefined || isStamped ? 'signed' : 'without_time_stamp'
    metrics.count('causeway_pdf_signatures_total', { outcome })
    return container.toString('hex').padEnd(bytes * 2, '0')
  }

  return {
    signatureAt: (time) => {
      if (own.validFromDate > time || time > own.validToDate) {
        metrics.count('causeway_pdf_signatures_total', { outcome: 'unsigned' })
        return undefined
      }
      return { dictionary: blankDictionary(own, time, bytes), digitsFor }
    },
    warnings: (now) => [
      ...validityWarnings(own, now),
      ...(trouble ? [`TIME_STAMP_URL gave no time stamp (${trouble.reason}): PDFs are signed without one.`] : []),
    ],
  }
}

const DAY = 24 * 60 * 60 * 1000 // ms
const WARN_BEFORE = 30 * DAY
/** An authority that is silent must not hold up every PDF of the evening of a deadline. */
const REST = 60_000 // ms

const SIGNATURE_BYTES = 2048 // a signature of 4096 bits, its attributes and all that surrounds them
const STAMP_BYTES = 14_336 // authorities give 4,000 to 8,000, with their certificates

function validityWarnings({ validFromDate, validToDate }: X509Certificate, now: Date): readonly string[] {
  if (now < validFromDate)
    return [`The certificate in PDF_CERT is valid from ${validFromDate.toISOString()}: until then PDFs are not signed.`]
  if (now > validToDate)
    return [
      `The certificate in PDF_CERT was valid until ${validToDate.toISOString()}, so PDFs are not signed: put a newer one there, and restart.`,
    ]
  if (validToDate.getTime() - now.getTime() > WARN_BEFORE) return []
  return [
    `The certificate in PDF_CERT is valid until ${validToDate.toISOString()}, then PDFs are not signed anymore: put a newer one there, and restart.`,
  ]
}

function blankDictionary(own: X509Certificate, time: Date, bytes: number): string {
  const [second] = time.toISOString().replace(/[-:T]/g, '').split('.')
  return [
    '<<\n/Type /Sig\n/Filter /Adobe.PPKLite\n/SubFilter /ETSI.CAdES.detached',
    `/M (D:${second}Z)`,
    `/Name ${textString(nameOf(own))}`,
    `/Reason ${textString(say('So that anybody can see that this file is unaltered.'))}`,
    `${BLANK_RANGE}${'0'.repeat(bytes * 2)}>\n>>`,
  ].join('\n')
}

/** Whose certificate it is, which readers show. */
function nameOf(own: X509Certificate): string {
  const { CN, O } = own.toLegacyObject().subject
  return [CN, O].flat().find((each) => each !== undefined) ?? ''
}

function readSigner({ certFile, keyFile, password }: NonNullable<Settings['pdfSigning']>) {
  const chain = certificatesIn(certFile)
  const key = readKey(keyFile, password)
  if (!chain[0]?.checkPrivateKey(key))
    throw startupError(
      `PDF_KEY ${keyFile} is not the key of the first certificate in PDF_CERT ${certFile}: the institution's own must be before those of its issuers.`,
    )
  return { chain, key }
}

function certificatesIn(file: string): readonly X509Certificate[] {
  const found = readSetting('PDF_CERT', file).match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  try {
    if (found.length > 0) return found.map((pem) => new X509Certificate(pem))
  } catch (error) {
    throw startupError(`PDF_CERT ${file} has a damaged certificate (${Object(error).code}).`, error)
  }
  throw startupError(`PDF_CERT ${file} has no certificate (PEM).`)
}

function readKey(file: string, password: string | undefined): KeyObject {
  const pem = readSetting('PDF_KEY', file)
  const key = openKey(pem, password)
  // Other kinds are not yet what validators of PAdES know.
  if (key && ['rsa', 'ec'].includes(key.asymmetricKeyType ?? '')) return key
  if (key) throw startupError(`PDF_KEY ${file} must be a key of RSA or of an elliptic curve (EC).`)
  throw startupError(
    password === undefined
      ? `PDF_KEY ${file} is not a key (PEM), or needs PDF_KEY_PASSWORD.`
      : `PDF_KEY ${file} is not a key (PEM), or PDF_KEY_PASSWORD is not its password.`,
  )
}

/** undefined if it is none, or cannot be opened. What OpenSSL says of it is kept from the log. */
function openKey(pem: string, password: string | undefined): KeyObject | undefined {
  try {
    return createPrivateKey({ key: pem, ...(password === undefined ? {} : { passphrase: password }) })
  } catch {
    return undefined
  }
}

function readSetting(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw startupError(`${name} ${file} cannot be read (${Object(error).code}).`, error)
  }
}

/** For operators: nothing that the authority sent. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'could not be reached'
  if (error.name === 'TimeoutError') return 'no answer in time'
  if (!(error instanceof TypeError)) return error.message
  // What fetch says of a connection; the code is inside.
  const { code } = Object(error.cause)
  return typeof code === 'string' ? `could not be reached, ${code}` : 'could not be reached'
}
