import {
  type AnswerOrder,
  type Application,
  answerTo,
  emptyApplication,
  type Form,
  type LastWrite,
  mergeAnswers,
} from '../index.ts'
import type { Merge } from '../merge-answers.ts'

/** An application as the server stores it, in memory: the simplest model of every store of applications. */
export type StoredApplication = {
  application: Application
  lastWrites: Readonly<Record<string, LastWrite>>
  revision: number
}

export const newStoredApplication = (): StoredApplication => ({
  application: emptyApplication,
  lastWrites: {},
  revision: 0,
})

/** Saves a change and returns the result. */
export function saveChange(
  form: Form,
  stored: StoredApplication,
  posted: Readonly<Record<string, string>>,
  order: AnswerOrder,
): Merge & { readonly previous_revision: number; readonly revision: number } {
  const previous_revision = stored.revision
  const { application, lastWrites } = stored
  const merge = mergeAnswers(form, { application, lastWrite: (key) => lastWrites[key] }, posted, order)
  const newest = Math.max(0, ...Object.values(merge.numbers))
  const write = (answers: Readonly<Record<string, string>>, numberOf: (key: string) => number) => {
    const keys = Object.keys(answers)
    if (keys.length === 0) return
    const revision = stored.revision + 1
    stored.revision = revision
    stored.application = { ...stored.application, answer: { ...stored.application.answer, ...answers } }
    const written = keys.map((key) => [key, { revision, device: order.device, number: numberOf(key) }])
    stored.lastWrites = { ...stored.lastWrites, ...Object.fromEntries(written) }
  }
  write(merge.changes, (key) => merge.numbers[key] ?? 0)
  const cleared = merge.cleared.filter((key) => answerTo(stored.application.answer, key) !== '')
  write(Object.fromEntries(cleared.map((key) => [key, ''])), () => newest)
  for (const [key, number] of Object.entries(merge.numbers)) {
    if (Object.hasOwn(merge.changes, key) || cleared.includes(key)) continue
    const revision = stored.lastWrites[key]?.revision ?? 0
    stored.lastWrites = { ...stored.lastWrites, [key]: { revision, device: order.device, number } }
  }
  return { ...merge, previous_revision, revision: stored.revision }
}
