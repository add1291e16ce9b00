import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { CallError } from '../../../client/index.ts'
import { useAction } from '../../../parts/index.ts'
import { useLocation, useNavigate } from '../../../router/index.ts'
import { useApplicant, useSnapshot } from '../applicant/applicant-context.ts'
import { SaveFailed } from '../notices/lazy-notices.tsx'
import { reportProblems } from '../submitting/focus-summary.ts'

/** Where to go, and whether that replaces the history entry. */
type Step = { readonly path: string; readonly replace: boolean }

type PageNavigation = {
  readonly busy: boolean
  /** The page from which the person went is gone. */
  readonly hasLeft: boolean
  /**
   * Saves, validates again while validating, then goes; if the save failed, asks first (requirements 2.navigation.16
   * and 2.navigation.17).
   */
  goTo(path: string, how?: { replace: boolean }): void
}
const PageNavigationContext = createContext<PageNavigation | null>(null)

export function usePageNavigation(): PageNavigation {
  const navigation = useContext(PageNavigationContext)
  if (navigation === null) throw new Error('A step must be rendered inside PageNavigationProvider.')
  return navigation
}

/** Moves between pages of the form, for people who are logged in. */
export function PageNavigationProvider({ children }: { children: ReactNode }) {
  const { store, queue, snapshot, call } = useApplicant()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [held, setHeld] = useState<Step>()
  const [left, setLeft] = useState<string>()
  const hasLeft = left !== undefined && left !== pathname
  useEffect(() => {
    if (hasLeft && !snapshot.get().has_changed_page) snapshot.set({ ...snapshot.get(), has_changed_page: true })
  }, [hasLeft, snapshot])

  const go = async ({ path, replace }: Step) => {
    setHeld(undefined)
    setLeft(pathname)
    await navigate(path, { replace })
  }
  const [busy, step] = useAction(async (next: Step) => {
    store.commitAll()
    if (!(await queue.flush())) {
      if (snapshot.get().is_logged_in) setHeld(next) // otherwise the session is over, and the app goes to /login
      return
    }
    reportProblems(store.problems(), call)
    await go(next)
  })

  return (
    <PageNavigationContext
      value={{ busy, hasLeft, goTo: (path, { replace } = { replace: false }) => step({ path, replace }) }}
    >
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

/** Sends each page change to the server while the status is started or validating (requirement 2.navigation.3). */
export function useLastPage(): void {
  const { snapshot, call } = useApplicant()
  const web_status = useSnapshot('web_status')
  const is_logged_in = useSnapshot('is_logged_in')
  const { pathname } = useLocation()
  const isOpen = is_logged_in && (web_status === 'started' || web_status === 'validating')
  // One request at a time: of two on their way, the older could arrive last and win.
  const sent = useRef(Promise.resolve())
  useEffect(() => {
    if (!isOpen || snapshot.get().last_page === pathname) return
    snapshot.set({ ...snapshot.get(), last_page: pathname })
    const sending = sent.current.then(async () => {
      if (snapshot.get().last_page !== pathname) return // a newer one follows
      try {
        await call('saveLastPage', { last_page: pathname })
      } catch (error) {
        // Only the page to return to is lost, and the next page change sends a newer one.
        if (!(error instanceof CallError && error.code === 'offline')) throw error
      }
    })
    sent.current = sending.catch(() => {}) // reported where `sending` rejects
  }, [isOpen, pathname, snapshot, call])
}
