import { z } from 'zod'
import type { Suggestion } from '../suggestion.ts'

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
