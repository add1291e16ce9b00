import { BlockList, isIP, isIPv6 } from 'node:net'
import { z } from 'zod'

// What the text of a setting must be. Each message follows the name of the setting and makes one sentence with it.

/** Any text that is not empty: a path, a name, a key. */
export const anyText = z.string()

export const portNumber = wholeNumber(1, 65_535, 'must be a whole number from 1 to 65535')

export const seconds = (min: number) => wholeNumber(min, 3600, `must be a whole number of seconds from ${min} to 3600`)

export function wholeNumber(min: number, max: number, message: string) {
  return z
    .string()
    .regex(/^\d{1,5}$/, message)
    .transform(Number)
    .refine((number) => number >= min && number <= max, message)
}

export const onOrOff = z.enum(['on', 'off'], 'must be on or off').transform((value) => value === 'on')

export const origin = z
  .string()
  .refine(isOrigin, 'must be an address such as https://apply.example.edu, without a path')
  .transform((address) => new URL(address).origin)

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, pathname, search, hash, username } = new URL(text)
  return /^https?:$/.test(protocol) && pathname === '/' && `${search}${hash}${username}` === ''
}

export const urlWith = (protocols: readonly string[], message: string) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), message)

/** An address over TLS; without it only on this machine. */
export const secureUrl = (message: string) =>
  z.string().refine((text) => URL.canParse(text) && isSecure(new URL(text)), message)

const isSecure = ({ protocol, hostname }: URL) =>
  protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname.replace(/^\[|\]$/g, '')))

export const hostName = z
  .string()
  .regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i, 'must be the name of a host such as staff.example.edu')
  .transform((name) => name.toLowerCase())

/** What an ID token must say about how somebody signed in. */
export type SecondFactor = { readonly claim: 'acr' | 'amr'; readonly value: string }

export const secondFactor = z
  .string()
  .regex(/^(acr|amr)=\S+$/, 'must be acr= or amr= and a value, such as amr=otp')
  .transform((text): SecondFactor => ({ claim: text.startsWith('acr') ? 'acr' : 'amr', value: text.slice(4) }))

/** `host:port` or the path of a socket. An IPv6 address is in brackets. */
export const hostAndPortOrSocket = z
  .string()
  .refine(
    (text) => text.startsWith('/') || hostAndPort(text) !== undefined,
    'must be host:port or the path of a socket',
  )

/** Where metrics are served. */
export type MetricsAddress = { readonly host: string; readonly port: number } | { readonly path: string }

export const metricsAddress = hostAndPortOrSocket.transform(
  (text): MetricsAddress => hostAndPort(text) ?? { path: text },
)

/** The parts of `host:port`; undefined if the text is something else. */
function hostAndPort(text: string): { readonly host: string; readonly port: number } | undefined {
  const [, bracketed, plain, digits] = /^(?:\[([\da-fA-F:.]+)\]|([^/\s:]+)):(\d{1,5})$/.exec(text) ?? []
  const host = bracketed ?? plain
  const port = Number(digits)
  return host !== undefined && port >= 1 && port <= 65_535 ? { host, port } : undefined
}

export const proxies = z
  .string()
  .regex(/^(off|on|[1-9])$/, 'must be off, on, or the number of proxies (1 to 9)')
  .transform((value) => value !== 'off' && (value === 'on' ? 1 : Number(value)))

export const secretKeys = z.string().transform((text, context): readonly SecretKey[] => {
  const keys = parseSecretKeys(text)
  if (!('problem' in keys)) return keys
  context.addIssue(keys.problem)
  return z.NEVER
})

/** One key of SECRET_KEY. Its id is stored with everything it encrypts. */
export type SecretKey = { readonly id: string; readonly bytes: Buffer }

/** What is wrong with the text of the keys; it never repeats the text itself. */
type InvalidKeys = { readonly problem: string }

/** Reads comma-separated `id:base64` pairs, each key 32 bytes: the format of SECRET_KEY and of DATA_DIR/secret-key. */
export function parseSecretKeys(text: string): readonly SecretKey[] | InvalidKeys {
  const keys: SecretKey[] = []
  for (const pair of text.split(',')) {
    const [, id, encoded] = /^([A-Za-z0-9_-]+):([A-Za-z0-9+/]{43}=)$/.exec(pair.trim()) ?? []
    if (id === undefined || encoded === undefined) {
      return { problem: 'must contain pairs of id:key separated by commas, each key 32 bytes in base64' }
    }
    if (keys.some((key) => key.id === id)) return { problem: 'must not use the same key id twice' }
    keys.push({ id, bytes: Buffer.from(encoded, 'base64') })
  }
  return keys
}

/** Whether an address or host name reaches only this machine. */
export const isLoopback = (host: string): boolean => {
  if (isIP(host) === 0) return host === 'localhost'
  return loopback.check(host, isIPv6(host) ? 'ipv6' : 'ipv4')
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Whether applicants reach this server at the machine's own address, as in development. */
export const isLocal = ({ baseUrl }: { readonly baseUrl: string }): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(new URL(baseUrl).hostname)
