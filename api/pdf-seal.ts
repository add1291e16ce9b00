/** Where the hexadecimal digits of a digital signature are in a file, which no seal covers. */
export type SignaturePlace = { readonly at: number; readonly length: number }

/**
 * How the comment of a PDF begins that holds its seal (docs/decisions/0018); the seal and a new line follow. In a signed
 * file it also says where the signature is, which is made after the seal and covers it.
 */
export const sealBegins = (signature?: SignaturePlace): string =>
  signature ? `%Causeway seal 2 ${signature.at} ${signature.length} ` : '%Causeway seal 1 '

/** More seals than any file of ours has: a packet has its own and that of the application's PDF in it. */
export const MOST_SEALS = 20

/** The most digits that a signature of ours can have: PDF/A allows no longer string (ISO 19005-3, 6.1.13). */
export const MOST_SIGNATURE_DIGITS = 2 * 32_767

/** A seal in a file, and each beginning of the file that it may be of. */
type SealInFile = {
  readonly seal: string
  /** `hashed`: the bytes of such a beginning of `bytes` bytes as their digest is taken, with zeros for seal and signature. */
  readonly beginnings: readonly { readonly bytes: number; readonly hashed: () => Uint8Array<ArrayBuffer> }[]
}

/** The seals in a file, in its order. */
export function sealsIn(file: Uint8Array): readonly SealInFile[] {
  const text = new TextDecoder('latin1').decode(file) // one letter for each byte
  const comments = text.matchAll(/%Causeway seal (?:1|2 (\d{1,12}) (\d{1,6})) ([\w-]+)\n/g)
  return [...comments].map(({ 0: comment, 1: signatureAt, 2: signatureLength, 3: seal = '', index }) => {
    const at = index + comment.length - '\n'.length - seal.length
    const signature =
      signatureAt === undefined ? undefined : { at: Number(signatureAt), length: Number(signatureLength) }
    const isSignature = signature !== undefined && hasDigits(text.slice(0, index), signature)
    const end = text.indexOf('%%EOF', at) + '%%EOF'.length
    // A file may end with a new line or without one.
    const lengths = [end, end + 1].filter((bytes) => bytes > at && bytes <= file.length)
    return {
      seal,
      beginnings: lengths.map((bytes) => ({
        bytes,
        hashed: () => {
          const hashed = Uint8Array.from(file.subarray(0, bytes)).fill(ZERO, at, at + seal.length)
          return isSignature ? hashed.fill(ZERO, signature.at, signature.at + signature.length) : hashed
        },
      })),
    }
  })
}

/**
 * Whether nothing is in this place but digits, all of them of a signature. What is not is a part of the file like any
 * other, and its digest then differs from that of the seal: the place must not hide what a reader shows.
 */
function hasDigits(text: string, { at, length }: SignaturePlace): boolean {
  const end = at + length
  if (length > MOST_SIGNATURE_DIGITS) return false
  return text.slice(0, at).endsWith('/Contents <') && /^[0-9a-f]+$/.test(text.slice(at, end)) && text[end] === '>'
}

const ZERO = 0x30
