import { createHash, type KeyObject, randomBytes, sign, type X509Certificate } from 'node:crypto'
import { promisify } from 'node:util'
import { fromBER, Integer, Null, ObjectIdentifier, OctetString, Sequence } from 'asn1js'
import {
  AlgorithmIdentifier,
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  MessageImprint,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
  TimeStampReq,
  TSTInfo,
} from 'pkijs'

const OID = {
  sha256: '2.16.840.1.101.3.4.2.1',
  rsaWithSha256: '1.2.840.113549.1.1.11',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  timeStampToken: '1.2.840.113549.1.9.16.2.14',
} as const

type Signed = {
  /** The certificate of `key`, then those of its issuers. */
  readonly chain: readonly X509Certificate[]
  readonly key: KeyObject
  /** The SHA-256 of what is signed. */
  readonly digest: Buffer
  /** A time stamp of the signature; undefined if there is none to be had. */
  readonly timeStampOf: (signature: Buffer) => Promise<Buffer | undefined>
}

/**
 * A detached signature as PAdES has it (ETSI EN 319 142-1, 6.3): the attributes content-type, message-digest and
 * signing-certificate-v2. The time is in the dictionary of the PDF, because PAdES forbids the attribute signing-time.
 */
export async function signedContainer({
  chain,
  key,
  digest,
  timeStampOf,
}: Signed): Promise<{ readonly container: Buffer; readonly isStamped: boolean }> {
  const certificates = chain.map(({ raw }) => Certificate.fromBER(Uint8Array.from(raw)))
  const [own] = certificates
  if (!own) throw new Error('There is no certificate to sign with.')
  const certificateHash = new OctetString({ valueHex: sha256(chain[0]?.raw ?? Buffer.alloc(0)) })
  const attributes = inOrder([
    attribute(OID.contentType, new ObjectIdentifier({ value: ContentInfo.DATA })),
    attribute(OID.messageDigest, new OctetString({ valueHex: Uint8Array.from(digest) })),
    attribute(OID.signingCertificateV2, sequence(sequence(sequence(certificateHash)))),
  ])
  const signedAttrs = new SignedAndUnsignedAttributes({ type: 0, attributes })
  const signedBytes = Buffer.from(signedAttrs.toSchema().toBER())
  signedBytes.writeUInt8(SET, 0) // RFC 5652, 5.4: signed as a set, whatever its tag in the container
  const signature = await promisify(sign)('sha256', signedBytes, key)
  const stamp = await timeStampOf(signature)
  const signed = new SignedData({
    version: 1,
    digestAlgorithms: [sha256Identifier()],
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: ContentInfo.DATA }),
    certificates,
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({ issuer: own.issuer, serialNumber: own.serialNumber }),
        digestAlgorithm: sha256Identifier(),
        signedAttrs,
        signatureAlgorithm:
          key.asymmetricKeyType === 'ec'
            ? new AlgorithmIdentifier({ algorithmId: OID.ecdsaWithSha256 })
            : new AlgorithmIdentifier({ algorithmId: OID.rsaWithSha256, algorithmParams: new Null() }),
        signature: new OctetString({ valueHex: Uint8Array.from(signature) }),
        ...(stamp && {
          unsignedAttrs: new SignedAndUnsignedAttributes({
            type: 1,
            attributes: [attribute(OID.timeStampToken, fromBER(Uint8Array.from(stamp)).result)],
          }),
        }),
      }),
    ],
  })
  const content = new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content: signed.toSchema(true) })
  return { container: Buffer.from(content.toSchema().toBER()), isStamped: stamp !== undefined }
}

const SET = 0x31

const sha256 = (bytes: Uint8Array) => Uint8Array.from(createHash('sha256').update(bytes).digest())
const sha256Identifier = () => new AlgorithmIdentifier({ algorithmId: OID.sha256, algorithmParams: new Null() })
const attribute = (type: string, value: unknown) => new Attribute({ type, values: [value] })
const sequence = (...value: (OctetString | Sequence)[]) => new Sequence({ value })

/** DER has the elements of a set in the order of their bytes. */
const inOrder = (attributes: readonly Attribute[]) => {
  const bytesOf = (each: Attribute) => Buffer.from(each.toSchema().toBER())
  return attributes.toSorted((one, other) => Buffer.compare(bytesOf(one), bytesOf(other)))
}

const MOST_REPLY = 65_536 // bytes

/** How long a token may be, and how many milliseconds it may take. */
type Most = { readonly bytes: number; readonly patience: number }

/**
 * Asks an authority to say when it saw a signature (RFC 3161). It gets a digest, from which nothing can be told. Returns
 * its token. Throws with the reason if it does not come in time, or is not about this signature.
 */
export async function askForTimeStamp(url: string, signature: Buffer, most: Most): Promise<Buffer> {
  const nonce = randomBytes(8)
  nonce[0] = ((nonce[0] ?? 0) & 0x3f) | 0x40 // positive, and of eight bytes
  const asked = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: sha256Identifier(),
      hashedMessage: new OctetString({ valueHex: sha256(signature) }),
    }),
    nonce: new Integer({ valueHex: Uint8Array.from(nonce) }),
    certReq: true,
  })
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
    body: Buffer.from(asked.toSchema().toBER()),
    redirect: 'error',
    signal: AbortSignal.timeout(most.patience),
  })
  if (!reply.ok) throw new Error(`answered ${reply.status}`)
  const token = tokenIn(await bytesOf(reply))
  // It will be written again, and what its authority signed must stay the same bytes.
  if (!Buffer.from(fromBER(Uint8Array.from(token)).result.toBER()).equals(token))
    throw new Error('answered with a time stamp that is not DER')
  if (!(await isAbout(token, signature, nonce))) throw new Error('answered with a time stamp of something else')
  if (token.length > most.bytes) throw new Error('answered with a time stamp that is too long')
  return token
}

async function bytesOf({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body ?? []) {
    chunks.push(chunk)
    length += chunk.length
    if (length > MOST_REPLY) throw new Error('answered with too much')
  }
  return Uint8Array.from(Buffer.concat(chunks))
}

/** The bytes of the token in a reply, as they came. One that is refused has none. */
function tokenIn(reply: Uint8Array<ArrayBuffer>): Buffer {
  const { result } = fromBER(reply)
  if (!(result instanceof Sequence)) throw new Error('answered with something else than a time stamp')
  const [, token] = result.valueBlock.value
  if (!token) throw new Error('refused to give a time stamp')
  return Buffer.from(token.valueBeforeDecodeView)
}

/** Whether a token is whole, of this signature and the reply to this question. */
async function isAbout(token: Buffer, signature: Buffer, nonce: Buffer): Promise<boolean> {
  try {
    const signed = new SignedData({ schema: ContentInfo.fromBER(Uint8Array.from(token)).content })
    const content = signed.encapContentInfo.eContent?.getValue()
    const said = content && TSTInfo.fromBER(content).nonce
    if (!said || !Buffer.from(said.valueBlock.valueHexView).equals(nonce)) return false
    return await signed.verify({ signer: 0, data: Uint8Array.from(signature).buffer })
  } catch {
    return false // of other bytes, damaged, or no time stamp at all
  }
}
