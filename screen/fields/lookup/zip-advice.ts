import type { Place } from './look-up.ts'

/**
 * The five digits to look up, if the address is in the United States or has no country yet; undefined if there are
 * none.
 */
export function zipIn({ zip, country }: { readonly zip: string; readonly country: string }): string | undefined {
  if (country !== '' && country !== 'USA') return undefined
  return /^(\d{5})(?:-\d{0,4}|\d{4})?$/.exec(zip.trim())?.[1]
}

/** What a ZIP code fills in. */
export type Fills = { readonly city?: string; readonly state?: string }
type Parts = { readonly city: string; readonly state: string }

/**
 * What to fill in for a place. A part that the person wrote stays; one that an earlier code filled in (`filled`) follows
 * the new code. A code in two states fills in no state.
 */
export function fillsFrom({ city, state }: Parts, filled: Fills, place: Place): Fills {
  const [only, another] = place.states
  return {
    ...((city === '' || city === filled.city) && place.city !== '' && { city: place.city }),
    ...((state === '' || state === filled.state) && only !== undefined && another === undefined && { state: only }),
  }
}

/**
 * Asks about a state that the ZIP code is not in. It never overrides the person: postal routes cross borders, and some
 * codes are newer than our list.
 */
export function zipDoubt(
  { state, zip }: { readonly state: string; readonly zip: string },
  place: Place,
): string | undefined {
  if (state === '' || place.states.length === 0 || place.states.includes(state)) return undefined
  return `${zip.trim().slice(0, 5)} is a ZIP code in ${place.states.join(' and ')}, not in ${state}. If it’s right, leave it as is.`
}
