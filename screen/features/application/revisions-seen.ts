import { createObservable, type Observable } from './observable.ts'

/** The newest revision this tab has heard of, and the one up to which everything is on the screen. */
export type Seen = { readonly revision: number; readonly complete: number }

/** A change that the server has taken, by the revisions before and after it. */
export type Taken = { readonly previous_revision: number; readonly revision: number }

/** What this tab knows of the server's revisions: over what a person writes, and whether somebody else has saved. */
export function createRevisionsSeen() {
  const seen: Observable<Seen> = createObservable({ revision: 0, complete: 0 })
  const known = new Map<string, number>()
  return {
    seen,
    /** The server has taken something that this tab sent. */
    acknowledge({ previous_revision, revision }: Taken): void {
      const { revision: heard, complete } = seen.get()
      const reached = previous_revision <= complete ? Math.max(complete, revision) : complete
      seen.set({ revision: Math.max(heard, revision), complete: reached })
    },
    /** Everything up to this revision is on the screen now. */
    caughtUp: (revision: number): void => seen.set({ revision, complete: revision }),
    /** What stands in these keys at this revision is on the screen now. */
    shown(keys: readonly string[], revision: number): void {
      for (const key of keys) known.set(key, revision)
    },
    /** The revision of which the person sees a key. */
    over: (key: string): number => Math.max(seen.get().complete, known.get(key) ?? 0),
    forget: (): void => known.clear(),
  }
}
