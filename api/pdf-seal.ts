/** What begins the comment of a PDF that holds its seal (docs/decisions/0018). */
export const SEAL = '%Causeway seal 1 '

/** More seals than any file of ours has: a packet has its own and that of the application's PDF in it. */
export const MOST_SEALS = 20

/** A seal in a file, and each beginning of the file that it may be of. */
type SealInFile = {
  readonly seal: string
  /** `hashed`: the bytes of such a beginning of `bytes` bytes as their digest is taken, with zeros for the seal. */
  readonly beginnings: readonly { readonly bytes: number; readonly hashed: () => Uint8Array<ArrayBuffer> }[]
}

/** The seals in a file, in its order. */
export function sealsIn(file: Uint8Array): readonly SealInFile[] {
  const text = new TextDecoder('latin1').decode(file) // one letter for each byte
  return [...text.matchAll(/%Causeway seal 1 ([\w-]+)\n/g)].map(({ 1: seal = '', index }) => {
    const at = index + SEAL.length
    const end = text.indexOf('%%EOF', at) + '%%EOF'.length
    // A file may end with a new line or without one.
    const lengths = [end, end + 1].filter((bytes) => bytes > at && bytes <= file.length)
    return {
      seal,
      beginnings: lengths.map((bytes) => ({
        bytes,
        hashed: () => Uint8Array.from(file.subarray(0, bytes)).fill(ZERO, at, at + seal.length),
      })),
    }
  })
}

const ZERO = 0x30
