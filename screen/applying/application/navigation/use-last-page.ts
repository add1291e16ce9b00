import { useEffect, useRef } from 'react'
import { CallError } from '../../../client/index.ts'
import { useLocation } from '../../../router/index.ts'
import { useApplicant, useSnapshot } from '../applicant/index.ts'

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
