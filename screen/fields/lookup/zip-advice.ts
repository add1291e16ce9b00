import type { Place } from './look-up.ts'

/** The parts of an address that bear on each other; '' is not given. */
export type Parts = {
  readonly hasCity: boolean
  readonly state: string
  readonly zip: string
  readonly country: string
}

/** What a ZIP code has to say: what it could fill in, or that it lies in another state, in words. */
export type ZipAdvice =
  | { readonly kind: 'fill'; readonly fills: { readonly city?: string; readonly state?: string } }
  | { readonly kind: 'doubt'; readonly words: string }

/** The five digits worth looking up: of an address in the United States, or in no country yet; undefined when there are none. */
export function zipIn({ zip, country }: Pick<Parts, 'zip' | 'country'>): string | undefined {
  if (country !== '' && country !== 'USA') return undefined
  return /^(\d{5})(?:-\d{0,4}|\d{4})?$/.exec(zip.trim())?.[1]
}

/**
 * Proposes a city and a state where none are given, and asks about a state that the ZIP code is not in. It never knows better than
 * the person: routes cross borders, and codes are newer than lists.
 */
export function zipAdvice({ hasCity, state, zip }: Parts, place: Place): ZipAdvice | undefined {
  const [only, another] = place.states
  if (only === undefined) return undefined
  if (state !== '' && !place.states.includes(state)) {
    const words = `${zip.trim().slice(0, 5)} is a ZIP code of ${place.states.join(' and ')}, not of ${state}. If it is right, leave it.`
    return { kind: 'doubt', words }
  }
  const fills = {
    ...(!hasCity && { city: place.city }),
    ...(state === '' && another === undefined && { state: only }),
  }
  return Object.keys(fills).length > 0 ? { kind: 'fill', fills } : undefined
}
