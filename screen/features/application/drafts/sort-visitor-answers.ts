import {
  type AnswerMap,
  type Application,
  answerTo,
  contradictionsIn,
  type Form,
  isGiven,
  keysAnsweredTogether,
  withoutHidden,
} from '../../../../engine/index.ts'
import { givenIn } from './drafts.ts'

/** What becomes of the answers that someone brings to an application. */
type Sorted = {
  /** These fill what is empty, except in a thing of which another part differs: half of each address would be nobody's. */
  readonly fills: Readonly<Record<string, string>>
  /** These the person decides on: another answer is there, or the answers that are there hide them. Nothing when none differs. */
  readonly asks: Readonly<Record<string, string>>
}

/** Sorts what a visitor's draft brings to an account by what the account has saved (Q41). */
export function sortVisitorAnswers(form: Form, application: Application, visitorDraft: AnswerMap): Sorted {
  const saved = application.answer
  const given = Object.entries(givenIn(visitorDraft)).filter(([key]) => form.keys.includes(key))
  const empties = given.filter(([key]) => !isGiven(saved[key]))
  const filled = { ...application, answer: { ...saved, ...Object.fromEntries(empties) } }
  const hidden = new Set(withoutHidden(form, filled).cleared)
  const contradicted = contradictionsIn(form, filled.answer)
  const differing = new Set(
    given.flatMap((entry) => {
      const thing = keysAnsweredTogether(form, entry[0])
      if (isOther(saved, entry)) return thing
      return thing.some((key) => contradicted.has(key)) && thing.some((key) => isGiven(saved[key])) ? thing : []
    }),
  )
  const asked = form.keys.filter((key) => differing.has(key) && answerTo(saved, key) !== answerTo(visitorDraft, key))
  const waiting = given.filter(([key]) => hidden.has(key) && !differing.has(key))
  return {
    fills: mapOf(empties.filter(([key]) => !hidden.has(key) && !differing.has(key))),
    asks: asked.length > 0 ? mapOf([...asked.map((key) => [key, visitorDraft[key]] as const), ...waiting]) : {},
  }
}

type Entry = readonly [key: string, value: string | undefined]

const isOther = (saved: AnswerMap, [key, value]: Entry) => isGiven(saved[key]) && answerTo(saved, key) !== value

const mapOf = (entries: readonly Entry[]): Record<string, string> =>
  Object.fromEntries(entries.map(([key, value = '']) => [key, value]))
