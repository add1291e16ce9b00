import { z } from 'zod'
import { stateFrom } from '../states.ts'
import type { FoundAddress } from './address.ts'

const TIMEOUT = 1_000 // ms; the person is typing

/** Photon's description of a place (github.com/komoot/photon); other members are ignored. */
const property = z.string().max(120).optional().catch(undefined)
const reply = z.object({
  features: z.array(
    z.object({
      properties: z.object({
        housenumber: property,
        street: property,
        name: property,
        city: property,
        state: property,
        postcode: property,
        countrycode: property,
      }),
    }),
  ),
})

/** Asks a Photon server for addresses in the United States; undefined if it is late, fails or returns invalid data. */
export async function askPhoton(
  server: string,
  text: string,
  most: number,
  timeout = TIMEOUT,
): Promise<readonly FoundAddress[] | undefined> {
  const query = new URLSearchParams({ q: text, limit: String(most), lang: 'en', countrycode: 'US' })
  try {
    const response = await fetch(`${server}/api?${query}`, { signal: AbortSignal.timeout(timeout), redirect: 'error' })
    if (!response.ok) return undefined
    const read = reply.safeParse(await response.json())
    return read.data?.features.flatMap(({ properties }) => addressIn(properties)).slice(0, most)
  } catch {
    return undefined // no network, too late, or not JSON: the ZIP codes are used instead
  }
}

type Properties = z.infer<typeof reply>['features'][number]['properties']

/** Only places that can fill the block: a street or a named place, in a city of a known state. */
function addressIn({ housenumber, street, name, city, state, postcode, countrycode }: Properties): FoundAddress[] {
  const known = stateFrom(state ?? '')
  const line = street === undefined ? name : [housenumber, street].filter((part) => part !== undefined).join(' ')
  const isAbroad = countrycode !== undefined && countrycode.toUpperCase() !== 'US'
  if (!line || !city || known?.country !== 'USA' || isAbroad) return []
  return [{ address_line_1: line, city, state: known.name, zip: postcode ?? '', country: 'USA' }]
}
