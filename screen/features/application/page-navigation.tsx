import { createContext, type ReactNode, useContext, useState } from 'react'
import { useNavigate } from 'react-router'
import { useApplicant } from './applicant-context.ts'
import { reportProblems } from './report-problems.ts'
import { SaveFailed } from './save-failed.tsx'
import { useAction } from './use-action.ts'

/** Where to, and whether the way there replaces the entry of the history. */
type Step = { readonly path: string; readonly replace: boolean }
type PageNavigation = {
  readonly busy: boolean
  /**
   * Saves, judges again while validating, then goes; asks when the save failed (requirements 2.navigation.16 and
   * 2.navigation.17).
   */
  goTo(path: string, how?: { replace: boolean }): void
}
const PageNavigationContext = createContext<PageNavigation | null>(null)

export function usePageNavigation(): PageNavigation {
  const navigation = useContext(PageNavigationContext)
  if (navigation === null) throw new Error('A step stands outside SteppingProvider.')
  return navigation
}

/** From one page of the form to the next, for who is logged in. */
export function PageNavigationProvider({ children }: { children: ReactNode }) {
  const { store, queue, snapshot, call } = useApplicant()
  const navigate = useNavigate()
  const [held, setHeld] = useState<Step>()

  const go = async ({ path, replace }: Step) => {
    setHeld(undefined)
    if (!snapshot.get().has_changed_page) snapshot.set({ ...snapshot.get(), has_changed_page: true })
    await navigate(path, { replace })
  }
  const [busy, step] = useAction(async (next: Step) => {
    store.commitAll()
    if (!(await queue.flush())) {
      if (snapshot.get().is_logged_in) setHeld(next) // else the session is over, and the person on the way to /login
      return
    }
    reportProblems(store.problems(), call)
    await go(next)
  })

  return (
    <PageNavigationContext value={{ busy, goTo: (path, { replace } = { replace: false }) => step({ path, replace }) }}>
      {children}
      <SaveFailed
        open={held !== undefined}
        busy={busy}
        onRetry={() => held && step(held)}
        onLeave={() => void (held && go(held))}
        onStay={() => setHeld(undefined)}
      />
    </PageNavigationContext>
  )
}
