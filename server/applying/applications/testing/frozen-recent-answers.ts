import { createRecentAnswers, type RecentAnswers } from '../recent-answers.ts'

/** Remembers answers that nobody can change in place: a program that tries it fails. */
export function frozenRecentAnswers(): RecentAnswers {
  const recent = createRecentAnswers(10)
  return {
    ...recent,
    set: (accountId, known) => {
      for (const each of [known, known.row, known.record, ...Object.values(known.record)]) Object.freeze(each)
      recent.set(accountId, known)
    },
  }
}
