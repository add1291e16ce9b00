import type { Place } from './look-up.ts'

/** The parts of an address that affect each other; '' means not given. */
export type Parts = {
  readonly hasCity: boolean
  readonly state: string
  readonly zip: string
  readonly country: string
}

/** What a ZIP code suggests: answers it could fill in, or a question because it is in another state. */
export type ZipAdvice =
  | { readonly kind: 'fill'; readonly fills: { readonly city?: string; readonly state?: string } }
  | { readonly kind: 'doubt'; readonly words: string }

/**
 * The five digits to look up, if the address is in the United States or has no country yet; undefined if there are
 * none.
 */
export function zipIn({ zip, country }: Pick<Parts, 'zip' | 'country'>): string | undefined {
  if (country !== '' && country !== 'USA') return undefined
  return /^(\d{5})(?:-\d{0,4}|\d{4})?$/.exec(zip.trim())?.[1]
}

/**
 * Suggests a city and state if they are missing, and asks about a state that the ZIP code is not in. It never overrides
 * the person: postal routes cross borders, and some codes are newer than our list.
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
