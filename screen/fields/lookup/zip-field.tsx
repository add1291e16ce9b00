import { useEffect, useState } from 'react'
import { answerTo } from '../../../engine/index.ts'
import { LinkButton, LiveRegion } from '../../parts/index.ts'
import { LineField } from '../controls/index.ts'
import { controlOf } from '../layout/index.ts'
import { useApplication, useApplicationStore } from '../store/index.ts'
import { type Place, placeOf } from './look-up.ts'
import { type LookupFieldProps, type Searched, set } from './searched.ts'
import { type ZipAdvice, zipAdvice, zipIn } from './zip-advice.ts'
import styles from './zip-field.module.css'

/** A ZIP code with a hint below it about the city and state: an offer or a question, never an error. */
export function ZipField({ question, searched }: LookupFieldProps) {
  const store = useApplicationStore()
  const advice = useZipAdvice(searched)
  const [filled, setFilled] = useState('')
  const doubt = advice?.kind === 'doubt' ? advice.words : undefined
  const fills = advice?.kind === 'fill' ? advice.fills : nothing
  const offered = Object.values(fills).join(', ')

  const fill = () => {
    const { city = '', state = '' } = searched.related
    if (fills.city) set(store, city, fills.city)
    if (fills.state) set(store, state, fills.state)
    setFilled(offered)
    // The button disappears. The state list shows the result, and focusing it opens no keyboard on a phone.
    controlOf(searched.related.state ?? '')?.focus()
  }
  return (
    <>
      <LineField question={question} after={doubt} />
      {offered !== '' && (
        <p className={styles.offer}>
          <LinkButton onClick={fill}>Use {offered}</LinkButton>
        </p>
      )}
      <LiveRegion>
        {doubt ?? (offered ? `Next, a button: Use ${offered}.` : filled && `Filled in: ${filled}.`)}
      </LiveRegion>
    </>
  )
}

const nothing: Extract<ZipAdvice, { kind: 'fill' }>['fills'] = {}

/** What the ZIP code suggests for the current answers; undefined while the lookup is running or if it fails. */
function useZipAdvice({ related }: Searched): ZipAdvice | undefined {
  // The city itself does not matter, so that typing in its field does not re-render this one.
  const hasCity = useApplication(({ answer }) => answerTo(answer, related.city ?? '') !== '')
  const state = usePart(related.state)
  const zipCode = usePart(related.zip)
  const country = usePart(related.country)
  const parts = { hasCity, state, zip: zipCode, country }
  const zip = zipIn(parts)
  const [known, setKnown] = useState<{ zip: string; place: Place | undefined }>()
  useEffect(() => {
    if (zip === undefined) return
    let gone = false
    void placeOf(zip).then((place) => {
      if (!gone) setKnown({ zip, place })
    })
    return () => {
      gone = true
    }
  }, [zip])
  return known?.place !== undefined && known.zip === zip ? zipAdvice(parts, known.place) : undefined
}

const usePart = (key = '') => useApplication(({ answer }) => answerTo(answer, key))
