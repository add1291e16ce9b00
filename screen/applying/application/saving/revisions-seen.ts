import { type AnswerMap, answerTo } from '../../../../engine/index.ts'
import { createObservable, type Observable } from '../../../client/index.ts'

/** The newest revision this tab knows of, and the one up to which everything is on the screen. */
export type Seen = { readonly revision: number; readonly complete: number }

/** What the server had at a revision. */
type Latest = { readonly revision: number; readonly answer: AnswerMap }

/** A change that the server has accepted: the revisions before and after it. */
export type Taken = { readonly previous_revision: number; readonly revision: number }

/** What this tab knows of the server's revisions: which one the person sees, and whether somebody else has saved. */
export function createRevisionsSeen() {
  const seen: Observable<Seen> = createObservable({ revision: 0, complete: 0 })
  const known = new Map<string, number>()
  let latest: Latest = { revision: 0, answer: {} }
  return {
    seen,
    /** The server has accepted a change from this tab. */
    acknowledge({ previous_revision, revision }: Taken): void {
      const { revision: heard, complete } = seen.get()
      const reached = previous_revision <= complete ? Math.max(complete, revision) : complete
      seen.set({ revision: Math.max(heard, revision), complete: reached })
    },
    /** The server's answers at this revision are on the screen now, except where the tab has unsaved ones. */
    caughtUp(profile: Latest): void {
      latest = profile
      seen.set({ revision: profile.revision, complete: profile.revision })
    },
    /** The answers of a reply, or those of a profile read since, if the reply is older than that profile. */
    newest: (revision: number, answers: Readonly<Record<string, string>>): Record<string, string> =>
      Object.fromEntries(
        Object.entries(answers).map(([key, value]) => [
          key,
          revision < latest.revision ? answerTo(latest.answer, key) : value,
        ]),
      ),
    /** The values of these keys at this revision are on the screen now. */
    shown(keys: readonly string[], revision: number): void {
      for (const key of keys) known.set(key, revision)
    },
    /** The revision of a key that the person sees. */
    over: (key: string): number => Math.max(seen.get().complete, known.get(key) ?? 0),
    forget(): void {
      known.clear()
      latest = { revision: 0, answer: {} }
    },
  }
}
