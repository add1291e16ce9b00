import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createKeyRing } from '../../platform/secrets/index.ts'
import { makeCertificate } from '../../testing/index.ts'
import { addSignatureField } from './finish-pdf.ts'
import { sealPdf } from './pdf-seal.ts'
import { BLANK_RANGE, openPdfSigner } from './pdf-signer.ts'
import {
  containerInWords,
  opensslSays,
  opensslSaysOfStamp,
  signatureIn,
  signingFiles,
  startTimeStamps,
} from './testing/index.ts'

const DAY = 24 * 60 * 60 * 1000 // ms

let files: Awaited<ReturnType<typeof signingFiles>>
let authority: Awaited<ReturnType<typeof startTimeStamps>>
beforeAll(async () => {
  files = await signingFiles()
  authority = await startTimeStamps()
})
afterAll(() => {
  files.close()
  authority.close()
})

/** The signer of these settings, with what it counted and logged. */
function opened(given: Partial<typeof files.signing> = {}, patience?: number) {
  const counted: unknown[] = []
  const logged: unknown[] = []
  const metrics = { count: (_: string, { outcome }: { outcome?: string }) => void counted.push(outcome) }
  const log = { warn: (about: unknown) => void logged.push(about) }
  const signer = openPdfSigner({ ...files.signing, ...given }, { metrics, log, ...(patience && { patience }) })
  return { signer, counted, logged }
}
const now = new Date('2026-11-29T20:00:00Z')
const signed = async ({ signer }: ReturnType<typeof opened>) =>
  Buffer.from((await signer.signatureAt(now)?.digitsFor(Buffer.alloc(32, 7))) ?? '', 'hex')

describe('the certificate for PDFs', () => {
  test('is read with a key in the clear, and with one that has a password', () => {
    const pkcs8 = createPrivateKey(files.key).export({
      ...{ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'correct horse' },
    } as const)
    const keyFile = files.put('locked.pem', String(pkcs8))
    expect(opened().signer.signatureAt(now)).toBeDefined()
    expect(opened({ keyFile, password: 'correct horse' }).signer.signatureAt(now)).toBeDefined()
    expect(() => opened({ keyFile })).toThrow(/^PDF_KEY \S+ is not a key \(PEM\), or needs PDF_KEY_PASSWORD\.$/)
    expect(() => opened({ keyFile, password: 'wrong horse' })).toThrow(/, or PDF_KEY_PASSWORD is not its password\.$/)
  })

  test('signs with a key of an elliptic curve as well', async () => {
    const { certificate, authority, key } = await makeCertificate()
    const certFile = files.put('curve.pem', certificate)
    const signature = opened({ certFile, keyFile: files.put('curve.key', key) }).signer.signatureAt(new Date())
    const sealer = createKeyRing({ dataDir: '/nowhere', secretKeys: [{ id: 'k', bytes: Buffer.alloc(32) }] })
    const about = { kind: 'application PDF', reference: 'KQ4M-7XDR', made: '2026-11-29T20:00:00.000Z' } as const
    const pdf = Buffer.from(`%PDF-1.7\n1 0 obj\n${signature?.dictionary}\nendobj\n`)
    const end = Buffer.from(`xref\n0 0\ntrailer\n<< >>\nstartxref\n${pdf.length}\n%%EOF\n`)
    const file = await sealPdf(sealer, Buffer.concat([pdf, end]), about, signature)
    expect(opensslSays(file, files.put('curve-authority.pem', authority))).toBe('good')
    expect(containerInWords(signatureIn(file).container)).toContain('ecdsa-with-SHA256')
  })

  test('stops the start with a sentence if it cannot be used', () => {
    const pemOf = (kind: 'rsa' | 'ed25519') => {
      const pair = kind === 'rsa' ? generateKeyPairSync(kind, { modulusLength: 2048 }) : generateKeyPairSync(kind)
      return String(pair.privateKey.export({ type: 'pkcs8', format: 'pem' }))
    }
    const damaged = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'
    const sentences: readonly (readonly [Partial<typeof files.signing>, RegExp])[] = [
      [{ certFile: '/nowhere/cert.pem' }, /^PDF_CERT \/nowhere\/cert\.pem cannot be read \(ENOENT\)\.$/],
      [{ certFile: files.put('none.pem', 'nothing') }, /^PDF_CERT \S+ has no certificate \(PEM\)\.$/],
      [{ certFile: files.put('damaged.pem', damaged) }, /^PDF_CERT \S+ has a damaged certificate \(ERR_OSSL_/],
      [{ certFile: files.authorityFile }, /^PDF_KEY \S+ is not the key of the first certificate in PDF_CERT \S+:/],
      [{ keyFile: '/nowhere/key.pem' }, /^PDF_KEY \/nowhere\/key\.pem cannot be read \(ENOENT\)\.$/],
      [{ keyFile: files.put('other.pem', pemOf('rsa')) }, /is not the key of the first certificate/],
      [
        { keyFile: files.put('edwards.pem', pemOf('ed25519')) },
        /must be a key of RSA or of an elliptic curve \(EC\)\.$/,
      ],
    ]
    for (const [given, sentence] of sentences) expect(() => opened(given)).toThrow(sentence)
    const long = Array.from({ length: 40 }, () => files.pem).join('')
    expect(() => opened({ certFile: files.put('long.pem', long) })).toThrow(
      /^PDF_CERT \S+ has more certificates than fit into a PDF: leave out the root\.$/,
    )
  })

  test('is said to end from 30 days before, and signs nothing outside of its days', async () => {
    const [from, to] = [new Date('2027-03-01T00:00:00Z'), new Date('2028-03-01T00:00:00Z')]
    const limited = await signingFiles(['20270301000000Z', '20280301000000Z'])
    const { signer, counted } = opened(limited.signing)
    limited.close()
    const said = (time: number) => signer.warnings(new Date(time))
    expect(said(from.getTime() - 1)).toEqual([
      'The certificate in PDF_CERT is valid from 2027-03-01T00:00:00.000Z: until then PDFs are not signed.',
    ])
    expect([said(from.getTime()), said(to.getTime() - 30 * DAY - 1)]).toEqual([[], []])
    expect(said(to.getTime() - 30 * DAY)).toEqual([
      'The certificate in PDF_CERT is valid until 2028-03-01T00:00:00.000Z, then PDFs are not signed anymore: put a newer one there, and restart.',
    ])
    expect(said(to.getTime() + 1)).toEqual([
      'The certificate in PDF_CERT was valid until 2028-03-01T00:00:00.000Z, so PDFs are not signed: put a newer one there, and restart.',
    ])
    expect([from.getTime() - 1, to.getTime() + 1].map((time) => signer.signatureAt(new Date(time)))).toEqual([
      undefined,
      undefined,
    ])
    expect(counted).toEqual(['unsigned', 'unsigned'])
    expect([from, to].map((time) => signer.signatureAt(time)?.dictionary)).not.toContain(undefined)
  })

  test('is named in the dictionary, with the time, and nobody else is', () => {
    const { dictionary = '' } = opened().signer.signatureAt(now) ?? {}
    expect(dictionary.replace(/0{1000,}/, '…').split('\n')).toEqual([
      ...['<<', '/Type /Sig', '/Filter /Adobe.PPKLite', '/SubFilter /ETSI.CAdES.detached', '/M (D:20261129200000Z)'],
      expect.stringMatching(/^\/Name <feff00420072/),
      expect.stringMatching(/^\/Reason <feff0053006f0020/),
      ...`${BLANK_RANGE}…>`.split('\n'),
      '>>',
    ])
  })
})

describe('a time stamp', () => {
  const stamped = (container: Buffer) => opensslSaysOfStamp(container, authority.authorityFile)

  test('is in the signature, if its authority gives it', async () => {
    const given = opened({ timeStampUrl: authority.url })
    expect(stamped(await signed(given))).toBe('good')
    expect(given).toMatchObject({ counted: ['signed'], logged: [] })
    const without = opened()
    expect(stamped(await signed(without))).toBe('none')
    expect(without).toMatchObject({ counted: ['signed'], logged: [] })
  })

  test.each([
    ['is silent', 'no answer in time'],
    ['fails', 'answered 503'],
    ['babbles', 'answered with something else than a time stamp'],
    ['refuses', 'refused to give a time stamp'],
    ['replays', 'answered with a time stamp of something else'],
  ] as const)(
    'is left out if its authority %s: logged, counted, said, and not asked again for a minute',
    async (manner, reason) => {
      const given = opened({ timeStampUrl: authority.url }, manner === 'is silent' ? 1_000 : 20_000)
      authority.behave(manner)
      const before = authority.asked()
      const container = await signed(given)
      expect(container.length).toBeGreaterThan(1000)
      expect(stamped(container)).toBe('none')
      expect(given).toMatchObject({ counted: ['without_time_stamp'], logged: [{ reason }] })
      expect(given.signer.warnings(now)).toEqual([
        `TIME_STAMP_URL gave no time stamp (${reason}): PDFs are signed without one.`,
      ])
      authority.behave('answers')
      expect(stamped(await signed(given))).toBe('none')
      expect(authority.asked()).toBe(before + 1)
      vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000)
      expect(stamped(await signed(given))).toBe('good')
      vi.restoreAllMocks()
      expect(given.signer.warnings(now)).toEqual([])
      expect(given.counted).toEqual(['without_time_stamp', 'without_time_stamp', 'signed'])
    },
  )

  test('is left out if there is nobody at its address', async () => {
    const gone = await startTimeStamps()
    gone.close()
    const given = opened({ timeStampUrl: gone.url })
    expect(stamped(await signed(given))).toBe('none')
    expect(given.logged).toEqual([{ reason: 'could not be reached, ECONNREFUSED' }])
  })
})

test('a field for a signature is added to nothing but a PDF as Typst writes it', () => {
  expect(() => addSignatureField(Buffer.from('no PDF'), '<< >>')).toThrow('The PDF has no plain table of objects.')
})
