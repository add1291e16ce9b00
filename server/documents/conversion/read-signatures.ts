import { createHash, X509Certificate } from 'node:crypto'
import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, PDFNumber, PDFString } from '@cantoo/pdf-lib'
import type { Certificate, RelativeDistinguishedNames, SignedData, SignerInfo } from 'pkijs'
import type { Signature } from './outcome.ts'

const MOST = { signatures: 20, bytes: 2 * 1024 ** 2, certificates: 40, name: 200 } as const

/**
 * The digital signatures of a PDF, checked without a network: whether the bytes that each covers are those that were
 * signed, whether these are the whole file, and whether its certificate comes from an issuer of this list (PEM). Nothing of
 * a file is trusted: what cannot be read is a signature that cannot be checked.
 */
export async function readSignatures(
  bytes: Uint8Array,
  issuers: readonly string[],
  now = new Date(),
): Promise<readonly Signature[]> {
  if (!Buffer.from(bytes).includes('/ByteRange')) return []
  const source = await PDFDocument.load(bytes, { updateMetadata: false, password: '' }).catch(() => undefined)
  const found = source && signaturesIn(source)
  // It has one that was replaced, or that cannot be found.
  if (!found) return [unchecked]
  const listed = issuers.map((pem) => new X509Certificate(pem))
  const checked: Signature[] = []
  for (const dict of found.slice(0, MOST.signatures)) {
    checked.push(await check(bytes, dict, listed, now).catch(() => unchecked)) // damaged, or of a kind that is not known
  }
  return found.length > MOST.signatures ? [...checked, unchecked] : checked
}

const unchecked: Signature = {
  state: 'unchecked',
  signer: '',
  issuer: '',
  at: null,
  isWhole: false,
  isListed: false,
  isValidToday: false,
}

const key = PDFName.of

/**
 * Every dictionary that is a signature, whether or not a field still shows it, in the order of signing; undefined if there
 * is none at all.
 */
function signaturesIn(source: PDFDocument): readonly PDFDict[] | undefined {
  const objects = source.context.enumerateIndirectObjects().map(([, object]) => object)
  const dicts = new Set(
    objects.flatMap((object) => {
      if (!(object instanceof PDFDict)) return []
      const value = object.get(key('V')) // a field may hold it itself
      return value instanceof PDFDict ? [object, value] : [object]
    }),
  )
  const found = [...dicts].filter((dict) => dict.lookup(key('ByteRange')) instanceof PDFArray)
  const rights = source.catalog.lookup(key('Perms'))
  // What Adobe signs so that its Reader saves a form says nothing about a person.
  const notOfPeople = rights instanceof PDFDict ? ['UR', 'UR3'].map((each) => rights.lookup(key(each))) : []
  const ofPeople = found.filter((dict) => !notOfPeople.includes(dict))
  return found.length === 0 ? undefined : ofPeople.toSorted((one, other) => endOf(one) - endOf(other))
}

const numbersIn = (dict: PDFDict): readonly number[] => {
  const range = dict.lookup(key('ByteRange'))
  const parts = range instanceof PDFArray ? range.asArray().map((each) => dict.context.lookup(each)) : []
  return parts.map((each) => (each instanceof PDFNumber ? each.asNumber() : Number.NaN))
}

const endOf = (dict: PDFDict) => {
  const [, , start = 0, length = 0] = numbersIn(dict)
  return start + length || 0
}

const KINDS: ReadonlySet<string> = new Set(['adbe.pkcs7.detached', 'ETSI.CAdES.detached', 'adbe.pkcs7.sha1'])

async function check(
  bytes: Uint8Array,
  dict: PDFDict,
  listed: readonly X509Certificate[],
  now: Date,
): Promise<Signature> {
  const covered = coveredBy(bytes, numbersIn(dict))
  const kind = dict.lookup(key('SubFilter'))
  if (!covered || !(kind instanceof PDFName) || !KINDS.has(kind.decodeText())) return unchecked
  // Loaded only for signatures.
  const { Certificate, ContentInfo, SignedData } = await import('pkijs')
  const signed = new SignedData({ schema: ContentInfo.fromBER(covered.container).content })
  const [info, ...others] = signed.signerInfos
  const certificates = (signed.certificates ?? []).flatMap((each) =>
    each instanceof Certificate
      ? [{ read: each, whole: new X509Certificate(Buffer.from(each.toSchema().toBER())) }]
      : [],
  )
  if (!info || others.length > 0 || certificates.length > MOST.certificates) return unchecked
  const isOfDigest = kind.decodeText() === 'adbe.pkcs7.sha1'
  const inside = signed.encapContentInfo.eContent?.getValue()
  // A signature of something else that is carried inside would say nothing about this file.
  if (isOfDigest !== (inside !== undefined)) return unchecked
  if (inside && !createHash('sha1').update(covered.bytes).digest().equals(Buffer.from(inside)))
    return { ...unchecked, state: 'broken' }
  const isIntact = await verifies(signed, info, inside ? new Uint8Array(inside) : covered.bytes)
  const by = certificates.find(({ read }) => isOf(info, read))
  if (isIntact === undefined || !by) return unchecked
  return {
    state: isIntact ? 'intact' : 'broken',
    signer: nameIn(by.read.subject),
    issuer: nameIn(by.read.issuer),
    at: (timeIn(info) ?? timeOf(dict))?.toISOString() ?? null,
    isWhole: covered.isWhole,
    isListed:
      isIntact &&
      leadsTo(
        listed,
        by.whole,
        certificates.map(({ whole }) => whole),
        now,
      ),
    isValidToday: isValidAt(by.whole, now),
  }
}

/**
 * The bytes that a signature covers, and the container that stands in the gap between them; undefined unless the gap is
 * nothing but this container.
 */
function coveredBy(bytes: Uint8Array, [start, length, next, rest, ...more]: readonly number[]) {
  const numbers = [start, length, next, rest]
  if (more.length > 0 || !numbers.every((each) => Number.isSafeInteger(each) && Number(each) >= 0)) return undefined
  const [from = 0, gap = 0, second = 0, end = 0] = [start, length, next, Number(next) + Number(rest)]
  const text = Buffer.from(bytes.subarray(gap, second)).toString('latin1')
  if (from !== 0 || second <= gap || end > bytes.length || second - gap > 2 * MOST.bytes) return undefined
  const digits = /^<([\s0-9a-f]*)>$/i.exec(text)?.[1]?.replace(/\s/g, '')
  if (digits === undefined) return undefined
  return {
    container: containerIn(Buffer.from(digits, 'hex')),
    bytes: Buffer.concat([bytes.subarray(0, gap), bytes.subarray(second, end)]),
    // A line break at the very end, which some programs add, is no change.
    isWhole: /^\s*$/.test(Buffer.from(bytes.subarray(end, end + 100)).toString('latin1')) && bytes.length - end <= 100,
  }
}

/** A container without the zeros that fill up its place. */
function containerIn(bytes: Buffer): Uint8Array<ArrayBuffer> {
  const first = bytes[1] ?? 0
  const count = first > 0x80 && first <= 0x84 ? first - 0x80 : 0
  const size = first < 0x80 ? first : count > 0 && bytes.length > 6 ? bytes.readUIntBE(2, count) : bytes.length
  return Uint8Array.from(bytes.subarray(0, 2 + count + size))
}

const DIGESTS: Readonly<Record<string, string>> = {
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
}
const ATTRIBUTES = { digest: '1.2.840.113549.1.9.4', time: '1.2.840.113549.1.9.5' } as const

/** Whether a signature is one of these bytes; undefined if that cannot be checked. */
async function verifies(signed: SignedData, info: SignerInfo, bytes: Uint8Array): Promise<boolean | undefined> {
  const digest = DIGESTS[info.digestAlgorithm.algorithmId]
  if (digest === undefined) return undefined
  const said = attributeOf(info, ATTRIBUTES.digest)
  if (info.signedAttrs) {
    const value = Buffer.from(said?.valueBlock?.valueHexView ?? [])
    if (!createHash(digest).update(bytes).digest().equals(value)) return false
  }
  const data = Uint8Array.from(bytes).buffer
  const result = await signed.verify({ signer: 0, data, checkChain: false, extendedMode: true })
  return result.signatureVerified ?? undefined
}

const attributeOf = (info: SignerInfo, type: string) =>
  info.signedAttrs?.attributes.find((each) => each.type === type)?.values[0]

/** When it says that it was signed, by the clock of whoever signed. */
function timeIn(info: SignerInfo): Date | undefined {
  const at: unknown = attributeOf(info, ATTRIBUTES.time)?.toDate?.()
  return at instanceof Date && !Number.isNaN(at.getTime()) ? at : undefined
}

function timeOf(dict: PDFDict): Date | undefined {
  const written = dict.lookup(key('M'))
  try {
    return written instanceof PDFString || written instanceof PDFHexString ? written.decodeDate() : undefined
  } catch {
    return undefined // not a date
  }
}

/** Whether a certificate is that of the signer, by its issuer and number, or by the id of its key. */
function isOf({ sid }: SignerInfo, certificate: Certificate): boolean {
  if ('serialNumber' in sid)
    return certificate.serialNumber.isEqual(sid.serialNumber) && certificate.issuer.isEqual(sid.issuer)
  const bytes = sid.idBlock?.isConstructed
    ? sid.valueBlock?.value?.[0]?.valueBlock?.valueHexView
    : sid.valueBlock?.valueHexView
  const ofKey = createHash('sha1')
    .update(certificate.subjectPublicKeyInfo.subjectPublicKey.valueBlock.valueHexView)
    .digest()
  return bytes !== undefined && ofKey.equals(Buffer.from(bytes))
}

const NAMES = ['2.5.4.3', '2.5.4.10'] // common name, organization

/** The name in a certificate, and the organization if that is another, as one line of visible letters. */
function nameIn({ typesAndValues }: RelativeDistinguishedNames): string {
  const parts = NAMES.map((type) => {
    const value: unknown = typesAndValues.find((each) => each.type === type)?.value.valueBlock.value
    return typeof value === 'string' ? value.normalize('NFC').replace(INVISIBLE, ' ').replace(/\s+/g, ' ').trim() : ''
  }).filter(Boolean)
  const [name = '', organization] = [...new Set(parts)]
  const both = organization === undefined ? name : `${name} (${organization})`
  return [...both].slice(0, MOST.name).join('').toWellFormed()
}

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

const LONGEST_CHAIN = 6

/** Whether a certificate is listed, or was issued, over some others that a signature brings, by one that is. */
function leadsTo(
  listed: readonly X509Certificate[],
  certificate: X509Certificate,
  brought: readonly X509Certificate[],
  now: Date,
  left = LONGEST_CHAIN,
): boolean {
  if (listed.some(({ fingerprint256 }) => fingerprint256 === certificate.fingerprint256)) return true
  if (left === 0) return false
  const issuers = [...listed, ...brought].filter(
    (each) => each.ca && certificate.checkIssued(each) && certificate.verify(each.publicKey) && isValidAt(each, now),
  )
  // Those that it goes through are not looked at again.
  const others = brought.filter((each) => !issuers.includes(each))
  return issuers.some((each) => leadsTo(listed, each, others, now, left - 1))
}

const isValidAt = ({ validFromDate, validToDate }: X509Certificate, now: Date) =>
  validFromDate <= now && now <= validToDate
