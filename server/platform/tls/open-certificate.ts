import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext, type Server } from 'node:tls'
import type { BaseLogger } from 'pino'
import { isStartupError, type Settings, startupError } from '../settings/index.ts'

/** The certificate with which this process proves itself to who connects to it. */
export type Certificate = {
  /** The chain and the key in use now, as a TLS server takes them (PEM). */
  readonly pair: Pair
  /** Has a server use a newer one for new connections, within a minute after the files have it. */
  readonly renewIn: (server: Server) => void
  /** A sentence from two weeks before it ends. */
  readonly warnings: (now: Date) => readonly string[]
  readonly close: () => void
}

type Pair = { readonly cert: Buffer; readonly key: Buffer }
type Files = NonNullable<Settings['certificate']>

/** Reads the files of a certificate, and again each minute. Throws a startup error if they cannot be used now. */
export function openCertificate(files: Files, log: Pick<BaseLogger, 'info' | 'error'>): Certificate {
  let used = readPair(files)
  const servers: Server[] = []
  const timer = setInterval(() => {
    try {
      const found = readPair(files)
      if (found.cert.equals(used.cert) && found.key.equals(used.key)) return
      used = found
      for (const server of servers) server.setSecureContext(found)
      log.info('TLS_CERT has a newer certificate, which new connections get.')
    } catch (error) {
      if (!isStartupError(error)) throw error
      log.error(`${error.message} The one before stays in use.`)
    }
  }, LOOK_EVERY).unref()
  return {
    get pair() {
      return used
    },
    renewIn: (server) => void servers.push(server),
    warnings: (now) => {
      const end = new X509Certificate(used.cert).validToDate
      if (end.getTime() - now.getTime() > WARN_BEFORE) return []
      return [`The certificate in TLS_CERT is valid until ${end.toISOString()}: put a newer one there.`]
    },
    close: () => clearInterval(timer),
  }
}

function readPair({ certFile, keyFile }: Files): Pair {
  const pair = { cert: readSetting('TLS_CERT', certFile), key: readSetting('TLS_KEY', keyFile) }
  try {
    createSecureContext(pair)
    new X509Certificate(pair.cert)
    return pair
  } catch (error) {
    const reason = Object(error).code ?? error
    throw startupError(
      `TLS_CERT ${certFile} and TLS_KEY ${keyFile} are not a certificate and its key (${reason}).`,
      error,
    )
  }
}

function readSetting(name: string, file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw startupError(`${name} ${file} cannot be read (${Object(error).code}).`, error)
  }
}

const LOOK_EVERY = 60_000 // ms
const WARN_BEFORE = 14 * 24 * 60 * 60 * 1000 // ms
