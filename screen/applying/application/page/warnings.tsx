import { useEffect, useRef, useState } from 'react'
import { type AnswerMap, type Form, lengthProblem, questionsByKey } from '../../../../engine/index.ts'
import { warningsIn } from '../../../../form/index.ts'
import { LiveRegion, useObserved } from '../../../parts/index.ts'
import { useApplicant } from '../applicant/applicant-context.ts'

/** Shows beside its field what looks wrong about an answer, once it is finished, and has each new warning read aloud. */
export function Warnings() {
  const { store } = useApplicant()
  const { form } = store
  const { answer } = useObserved(store.subscribeTo([]), store.finished)
  const [news, setNews] = useState('')
  const isFirst = useRef(true)
  useEffect(() => {
    const found = warningsFor(form, answer, store.today)
    const before = store.warnings()
    const isSame = Object.keys({ ...before, ...found }).every((key) => before[key] === found[key])
    // What was wrong when the page opened is beside its field, and nobody has just done it.
    if (!isFirst.current) setNews(Object.entries(found).find(([key, words]) => before[key] !== words)?.[1] ?? '')
    isFirst.current = false
    if (!isSame) store.showWarnings(found)
  }, [answer, form, store])
  return <LiveRegion>{news}</LiveRegion>
}

/** What is too long is a problem as well, but problems are shown only once somebody wants to submit (5.when.1). */
const tooLongIn = (form: Form, answer: AnswerMap): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...questionsByKey(form).values()].flatMap((question) => {
      const problem = lengthProblem(question, answer[question.key] ?? '', answer)
      return problem === undefined ? [] : [[question.key, problem]]
    }),
  )

/** Warnings are only a help: one broken answer must not take away the pages that can still be drawn. */
function warningsFor(form: Form, answer: AnswerMap, today: string): Readonly<Record<string, string>> {
  try {
    return { ...warningsIn(answer, today), ...tooLongIn(form, answer) }
  } catch (error) {
    queueMicrotask(() => reportError(error))
    return {}
  }
}
