import { useEffect, useRef, useState } from 'react'
import { warningsIn } from '../../../../form/index.ts'
import { LiveRegion, useObserved } from '../../../parts/index.ts'
import { useApplicant } from '../applicant/index.ts'

/** Shows beside its field what looks wrong about an answer, once it is finished, and has each new warning read aloud. */
export function Warnings() {
  const { store } = useApplicant()
  const { answer } = useObserved(store.subscribe, store.finished)
  const [news, setNews] = useState('')
  const isFirst = useRef(true)
  useEffect(() => {
    const found = warningsIn(answer, store.today)
    const before = store.warnings()
    const isSame = Object.keys({ ...before, ...found }).every((key) => before[key] === found[key])
    // What was wrong when the page opened is beside its field, and nobody has just done it.
    if (!isFirst.current) setNews(Object.entries(found).find(([key, words]) => before[key] !== words)?.[1] ?? '')
    isFirst.current = false
    if (!isSame) store.showWarnings(found)
  }, [answer, store])
  return <LiveRegion>{news}</LiveRegion>
}
