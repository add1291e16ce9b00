import type { Profile } from '../../../../api/index.ts'
import { answerTo } from '../../../../engine/index.ts'
import { type Applicant, applicationOf } from './applicant.ts'

/** Applies what another tab or device has saved: answers not changed here become the server's, key by key (Q44). */
export function mergeProfile({ store, queue, caughtUp, unsavedEntries }: Applicant, profile: Profile): void {
  const { answer } = store.current()
  const own = new Set([...queue.unsaved(), ...queue.refused()])
  const keys = new Set([...Object.keys(profile.answer), ...Object.keys(answer)])
  const others = [...keys].filter((key) => !own.has(key) && answerTo(profile.answer, key) !== answerTo(answer, key))
  store.receive({
    ...applicationOf(profile),
    add_another: { ...profile.add_another, ...Object.fromEntries(unsavedEntries) },
    answer: Object.fromEntries(others.map((key) => [key, answerTo(profile.answer, key)])),
  })
  caughtUp(profile)
}
