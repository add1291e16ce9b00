import { type RefObject, useEffect, useState } from 'react'
import { answerTo, say } from '../../../engine/index.ts'
import { given, LiveRegion } from '../../parts/index.ts'
import { LineField } from '../controls/line-field.tsx'
import { unsearched } from '../store/application-store.ts'
import { useApplication, useApplicationStore } from '../store/use-application.tsx'
import { type Place, placeOf } from './look-up.ts'
import { type LookupFieldProps, type Searched, set } from './searched.ts'

type ZipFieldProps = LookupFieldProps & {
  /** Whether a code was typed on this visit whose place has not been filled in. */
  typed: RefObject<boolean>
  onWrite: (text: string) => void
}

/**
 * A ZIP code that fills in the city and the state below it, once it is typed and they are empty. If they are not, the
 * person's own words count: a state that the code is not in leads to a question, never to an error.
 */
export function ZipField({ question, searched, typed, onWrite }: ZipFieldProps) {
  const store = useApplicationStore()
  const { related } = searched
  const [filled, setFilled] = useState<Fills>({})
  const place = usePlace(searched, typed)
  const state = usePart(related.state)
  const zip = usePart(related.zip)
  const doubt = place && zipDoubt({ state, zip }, place)

  useEffect(() => {
    // A code from an earlier visit fills in nothing: whoever left the city empty may have meant it.
    if (place === undefined || !typed.current) return
    const partAt = (key = '') => answerTo(store.current().answer, key)
    const fills = fillsFrom({ city: partAt(related.city), state: partAt(related.state) }, filled, place)
    typed.current = false
    if (Object.keys(fills).length === 0) return
    for (const part of ['city', 'state'] as const) if (fills[part]) set(store, related[part] ?? '', fills[part])
    setFilled(fills)
  }, [place, related, filled, store, typed])

  return (
    <>
      <LineField question={question} after={doubt} onWrite={onWrite} />
      <LiveRegion>
        {doubt ??
          (Object.keys(filled).length > 0 &&
            say('Filled in: {place}.', { place: given(Object.values(filled).join(', ')) }))}
      </LiveRegion>
    </>
  )
}

/**
 * The place of the ZIP code that is typed; undefined while the lookup is running or if it fails. While it is running, a
 * code that was typed here counts as left to do: the city and the state may be those of the code before.
 */
function usePlace({ related }: Searched, typed: RefObject<boolean>): Place | undefined {
  const store = useApplicationStore()
  const key = related.zip ?? ''
  const zipCode = usePart(related.zip)
  const country = usePart(related.country)
  const zip = zipIn({ zip: zipCode, country })
  const [known, setKnown] = useState<{ zip: string; place: Place | undefined }>()
  useEffect(() => {
    if (zip === undefined) return
    let gone = false
    const end = () => {
      gone = true
      if (store.recall(unsearched, key)) store.remember(unsearched, key, undefined)
    }
    if (typed.current) store.remember(unsearched, key, true)
    void placeOf(zip).then((place) => {
      if (gone) return
      setKnown({ zip, place })
      end()
    })
    return end
  }, [zip, key, store, typed])
  return known !== undefined && known.zip === zip ? known.place : undefined
}

const usePart = (key = '') => useApplication(({ answer }) => answerTo(answer, key), [key])

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
  return say('{zip} is a ZIP code in {states}, not in {state}. If it’s right, leave it as is.', {
    zip: given(zip.trim().slice(0, 5)),
    states: place.states.reduce((one, other) => say('{one} and {other}', { one, other })),
    state,
  })
}
