import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Settings } from '../../../platform/settings/index.ts'
import { createPdfSigner } from '../../../testing/sample-files/index.ts'

type Signing = NonNullable<Settings['pdfSigning']>

/** The files of an institution that signs, in a folder of their own. */
export async function signingFiles(days?: readonly [from: string, to: string]) {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-signing-'))
  const { certificate, authority, key, close } = await createPdfSigner('Bridger State University', days)
  await close()
  const put = (name: string, text: string | Uint8Array) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const signing: Signing = {
    certFile: put('chain.pem', certificate + authority),
    keyFile: put('key.pem', key),
    password: undefined,
    timeStampUrl: undefined,
  }
  const authorityFile = put('authority.pem', authority)
  return { signing, authorityFile, pem: certificate, key, put, close: () => rmSync(folder, { recursive: true }) }
}

/** What a file's last signature covers, and its container, as the file says. */
export function signatureIn(file: Uint8Array) {
  const bytes = Buffer.from(file)
  const text = bytes.toString('latin1')
  const [, gap = Number.NaN, next = Number.NaN, rest = Number.NaN] =
    [...text.matchAll(/\/ByteRange \[0 +(\d+) +(\d+) +(\d+) *\]/g)].at(-1)?.map(Number) ?? []
  const container = Buffer.from(text.slice(gap + 1, next - 1), 'hex')
  return {
    isWhole: next + rest === bytes.length,
    digitsAt: gap + 1,
    digits: next - gap - 2,
    covered: Buffer.concat([bytes.subarray(0, gap), bytes.subarray(next, next + rest)]),
    // Without the zeros after it; one that is damaged has no length.
    container: container.length < 4 ? container : container.subarray(0, container.readUInt16BE(2) + 4),
  }
}

/**
 * What openssl says of a file's last signature, which made none of it: whether it is good, and of the certificate that it
 * names (CAdES), under this authority.
 */
export function opensslSays(file: Uint8Array, authorityFile: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-openssl-'))
  const { covered, container } = signatureIn(file)
  writeFileSync(join(folder, 'covered'), covered)
  writeFileSync(join(folder, 'container'), container)
  const input = ['-inform', 'DER', '-in', 'container', '-binary', '-content', 'covered', '-out', 'read']
  // The authority of the tests names another key for its own than it has.
  const trust = ['-CAfile', authorityFile, '-partial_chain', '-purpose', 'any', '-cades']
  try {
    execFileSync('openssl', ['cms', '-verify', ...input, ...trust], { cwd: folder, stdio: 'pipe' })
    return 'good'
  } catch (error) {
    return String(Object(error).stderr)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The structure of a container in words. */
export const containerInWords = (container: Uint8Array): string =>
  execFileSync('openssl', ['cms', '-cmsout', '-print', '-inform', 'DER'], { input: container, encoding: 'utf8' })

/** What openssl says of the time stamp in a container, under this authority of time stamps. */
export function opensslSaysOfStamp(container: Uint8Array, authorityFile: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-openssl-'))
  const { unsigned: token, signature } = signerIn(container)
  if (!token) return 'none'
  writeFileSync(join(folder, 'token'), token)
  const digest = createHash('sha256').update(signature).digest('hex')
  const input = ['-in', 'token', '-token_in', '-digest', digest, '-CAfile', authorityFile]
  try {
    execFileSync('openssl', ['ts', '-verify', ...input], { cwd: folder, stdio: 'pipe' })
    return 'good'
  } catch (error) {
    return String(Object(error).stderr)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The bytes of a signature in its container, and of what is added to it, found by where openssl says that they are. */
function signerIn(container: Uint8Array) {
  const lines = execFileSync('openssl', ['asn1parse', '-inform', 'DER'], {
    input: container,
    encoding: 'utf8',
    maxBuffer: 1e8,
  }).split('\n')
  const placed = lines.map((line) => /^ *(\d+):d=(\d+) +hl=(\d+) l= *(\d+) \w+: (.*)/.exec(line)?.slice(1) ?? [])
  const bytesOf = ([at, , head, length]: readonly string[] = [], isWhole = false) =>
    Buffer.from(
      container.subarray(Number(at) + (isWhole ? 0 : Number(head)), Number(at) + Number(head) + Number(length)),
    )
  // SignedData, its signers, one of them: the string of octets of this depth.
  const signature = placed.findLast(([, depth, , , what]) => depth === '5' && what?.startsWith('OCTET STRING'))
  const kind = placed.findIndex(([, , , , what]) => what?.includes('id-smime-aa-timeStampToken'))
  return { signature: bytesOf(signature), unsigned: kind < 0 ? undefined : bytesOf(placed[kind + 2], true) }
}

/** How an authority behaves: `replays` gives a time stamp of something else, `babbles` none at all. */
type Manner = 'answers' | 'is silent' | 'refuses' | 'replays' | 'babbles' | 'fails'

/** A time stamp authority (RFC 3161), which is openssl. */
export async function startTimeStamps() {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-time-stamps-'))
  const openssl = (...options: string[]) => execFileSync('openssl', options, { cwd: folder, stdio: 'pipe' })
  writeFileSync(join(folder, 'tsa.cnf'), TSA)
  writeFileSync(join(folder, 'serial'), '01\n')
  const newKey = ['-newkey', 'rsa:2048', '-nodes', '-days', '3650']
  openssl('req', '-x509', ...newKey, '-subj', '/CN=Time Stamp CA', '-keyout', 'ca.key', '-out', 'ca.pem')
  openssl(
    ...['req', '-x509', ...newKey, '-CA', 'ca.pem', '-CAkey', 'ca.key', '-subj', '/CN=Time Stamp Authority'],
    ...['-addext', 'basicConstraints=critical,CA:FALSE', '-addext', 'extendedKeyUsage=critical,timeStamping'],
    ...['-addext', 'keyUsage=critical,digitalSignature', '-keyout', 'tsa.key', '-out', 'tsa.pem'],
  )
  let manner: Manner = 'answers'
  let asked = 0
  let last = Buffer.alloc(0)
  function replyTo(question: Buffer): Buffer {
    if (manner === 'babbles') return Buffer.from('<html>Sign in to this network</html>')
    if (manner === 'replays') return last
    // A question without a version is refused by the rules of the protocol.
    writeFileSync(join(folder, 'question'), manner === 'refuses' ? Buffer.from('3000', 'hex') : question)
    openssl('ts', '-reply', '-queryfile', 'question', '-config', 'tsa.cnf', '-out', 'reply')
    last = readFileSync(join(folder, 'reply'))
    return last
  }
  const server = createServer(async (request, reply) => {
    asked += 1
    const question = await buffer(request)
    if (manner === 'is silent') return
    reply.statusCode = manner === 'fails' ? 503 : 200
    reply.setHeader('content-type', 'application/timestamp-reply').end(replyTo(question))
  }).listen(0, '127.0.0.1')
  const { promise, resolve } = Promise.withResolvers<void>()
  server.once('listening', resolve)
  await promise
  return {
    url: `http://127.0.0.1:${Object(server.address()).port}/`,
    authorityFile: join(folder, 'ca.pem'),
    asked: () => asked,
    behave: (next: Manner) => {
      manner = next
    },
    close: () => {
      server.closeAllConnections()
      server.close()
      rmSync(folder, { recursive: true })
    },
  }
}

const TSA = `[tsa]
default_tsa = this
[this]
serial = serial
signer_cert = tsa.pem
certs = ca.pem
signer_key = tsa.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
`
