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
import { givenIn } from './given-in.ts'

/** How the answers of a visitor are merged into an application. */
type Sorted = {
  /** Fill empty answers, except in a group that differs elsewhere: an address mixed from two would be wrong. */
  readonly fills: Readonly<Record<string, string>>
  /** The person decides on these: the saved answer differs, or saved answers hide the question. Empty if none differs. */
  readonly asks: Readonly<Record<string, string>>
}

/** Sorts a visitor's answers by what the account has saved (Q41). */
export function sortVisitorAnswers(form: Form, application: Application, visitorDraft: AnswerMap): Sorted {
  const saved = application.answer
  const given = Object.entries(givenIn(visitorDraft)).filter(([key]) => form.keys.includes(key))
  const empties = given.filter(([key]) => !isGiven(saved[key]))
  const filled = { ...application, answer: { ...saved, ...Object.fromEntries(empties) } }
  const hidden = new Set(withoutHidden(form, filled).cleared)
  const contradicted = contradictionsIn(form, filled.answer)
  const differing = new Set(
    given.flatMap((entry) => {
      const group = keysAnsweredTogether(form, entry[0])
      if (isOther(saved, entry)) return group
      return group.some((key) => contradicted.has(key)) && group.some((key) => isGiven(saved[key])) ? group : []
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
