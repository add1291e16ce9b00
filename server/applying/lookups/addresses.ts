import { z } from 'zod'
import type { Suggestion } from './school.ts'
import { stateFrom } from './states.ts'

const part = z.string().max(120)
const address = z.object({ address_line_1: part, city: part, state: part, zip: part, country: part })

/** An address as the form's block stores it: the name of the state, the form's code of the country. */
export type FoundAddress = z.infer<typeof address>

const LONGEST_ID = 1_000 // characters

/** An address as a suggestion. Its id contains the whole address, so nothing must be stored until it is chosen. */
export function suggestionOf(found: FoundAddress): Suggestion {
  const { address_line_1, city, state, zip } = found
  const id = Buffer.from(JSON.stringify(found)).toString('base64url')
  return {
    text: address_line_1,
    id,
    sub_text: [city, `${state} ${zip}`.trim()].filter((each) => each !== '').join(', '),
  }
}

/** The address in an id; undefined for an id that is not ours. */
export function addressFrom(id: string): FoundAddress | undefined {
  if (id.length > LONGEST_ID) return undefined
  try {
    return address.safeParse(JSON.parse(Buffer.from(id, 'base64url').toString('utf8'))).data
  } catch {
    return undefined // not JSON
  }
}

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
