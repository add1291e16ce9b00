import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** A private certificate authority and a certificate that it issued for localhost and 127.0.0.1 (PEM). */
type CertificateForTests = { readonly authority: string; readonly certificate: string; readonly key: string }

/** Makes them with openssl, which every machine of ours has; the private key of the authority is thrown away. */
export async function makeCertificate(): Promise<CertificateForTests> {
  const folder = await mkdtemp(join(tmpdir(), 'causeway-certificate-'))
  const openssl = (...options: string[]) => promisify(execFile)('openssl', options, { cwd: folder })
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  try {
    await openssl('req', '-x509', ...newKey, '-subj', '/CN=Test CA', '-keyout', 'ca.key', '-out', 'ca.pem')
    await openssl(
      ...['req', '-x509', ...newKey, '-CA', 'ca.pem', '-CAkey', 'ca.key', '-subj', '/CN=localhost'],
      ...['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1', '-addext', 'basicConstraints=critical,CA:FALSE'],
      ...['-keyout', 'leaf.key', '-out', 'leaf.pem'],
    )
    const [authority, certificate, key] = await Promise.all(
      ['ca.pem', 'leaf.pem', 'leaf.key'].map((name) => readFile(join(folder, name), 'utf8')),
    )
    return { authority: authority ?? '', certificate: certificate ?? '', key: key ?? '' }
  } finally {
    await rm(folder, { recursive: true })
  }
}
