import { createHmac } from 'node:crypto'
import { lookup as dnsLookup } from 'node:dns'
import { readFileSync } from 'node:fs'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { inNetworks } from '../../platform/limits/index.ts'
import { readWebhookSecrets, type WebhookSettings } from '../deliveries/index.ts'
import type { Change } from '../exports/index.ts'

const TIMEOUT = 10_000 // ms

/** What became of a message; `reason` is for operators and has nothing that the receiver wrote. */
type Posted = { readonly outcome: 'sent' | 'failed' | 'gone'; readonly reason: string }

/**
 * Tells a webhook of a change, signed as Standard Webhooks says. Only ids are sent. The address that is connected to
 * must be public or allowed, redirects are not followed, and nothing of the reply but its status is read.
 */
export async function postMessage(
  webhook: WebhookSettings,
  change: Change,
  { now, signal }: { readonly now: Date; readonly signal: AbortSignal },
): Promise<Posted> {
  const body = JSON.stringify(bodyOf(change))
  const id = idOf(change)
  const timestamp = String(Math.floor(now.getTime() / 1000))
  try {
    const signatures = readWebhookSecrets(webhook).map(
      (secret) => `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
    )
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Causeway',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signatures.join(' '),
    }
    const status = await statusOf(webhook, headers, body, signal)
    const outcome = status === 410 ? 'gone' : status >= 200 && status < 300 ? 'sent' : 'failed'
    return { outcome, reason: `answered ${status}` }
  } catch (error) {
    return { outcome: 'failed', reason: reasonOf(error) }
  }
}

const bodyOf = (change: Change) =>
  change.kind === 'form'
    ? {
        type: 'form.changed',
        timestamp: change.at.toISOString(),
        data: { sequence: change.seq, form_version: change.form_version, edition: change.edition },
      }
    : {
        type: `application.${change.kind}`,
        timestamp: change.at.toISOString(),
        data: { sequence: change.seq, application_id: change.application_id, version: change.version },
      }

/** The same for every try, and of no other message, whichever installation sends it: there is no id of a form but its time. */
const idOf = (change: Change) =>
  `msg_${change.kind === 'form' ? `form-${change.at.getTime()}` : change.application_id}_${change.seq}`

/** The status of the reply to a POST. */
function statusOf(
  { url, ca_file, allow_addresses }: WebhookSettings,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
): Promise<number> {
  const isAllowed = addressCheck(allow_addresses)
  const target = new URL(url)
  const host = target.hostname.replace(/^\[|\]$/g, '')
  // No name is looked up for an address.
  if (isIP(host) !== 0 && !isAllowed(host)) throw notAllowed(host)
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const request = httpsRequest(target, {
    method: 'POST',
    agent: false,
    lookup: checkedLookup(isAllowed),
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]),
    ...(ca_file ? { ca: readFileSync(ca_file) } : {}),
  })
  request.on('response', (response) => {
    resolve(response.statusCode ?? 0)
    response.destroy()
  })
  request.on('error', reject)
  // One that answers with another protocol (101) is cut off without an error, and the message would wait for ever.
  request.on('close', () => reject(new Error('closed the connection without an answer')))
  request.end(body)
  return promise
}

/** Looks a name up and gives only addresses that were checked, which are the ones connected to. */
const checkedLookup =
  (isAllowed: (address: string) => boolean): LookupFunction =>
  (hostname, options, done) =>
    dnsLookup(hostname, { ...options, all: true }, (error, found) => {
      const wrong = found?.find(({ address }) => !isAllowed(address))
      const [first] = found ?? []
      if (error || wrong || !first) done(error ?? notAllowed(wrong?.address ?? hostname), '')
      else if (options.all) done(null, found)
      else done(null, first.address, first.family)
    })

const notAllowed = (address: string) => new Error(`the address ${address} is not public and not allowed`)

/** Names no address of a message and nothing that the receiver sent. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'could not be reached'
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return `gave no answer in ${TIMEOUT / 1000} seconds`
  return 'code' in error ? `could not be reached (${String(error.code)})` : error.message
}

/**
 * Tells whether an address may be connected to: a public one, or one in these networks. Private, loopback, link-local,
 * multicast and reserved addresses are not public, nor are IPv6 addresses that stand for IPv4 ones.
 */
export function addressCheck(allowed: readonly string[]): (address: string) => boolean {
  const isListed = inNetworks(allowed)
  return (address) =>
    isListed?.(address) === true || (ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast')
}
