import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { CallError } from '../../client/index.ts'
import { useApplicant, useSnapshot } from './applicant-context.ts'

/** Sends each page change to the server while the status is started or validating (requirement 2.navigation.3). */
export function useLastPage(): void {
  const { snapshot, call } = useApplicant()
  const { web_status, is_logged_in } = useSnapshot()
  const { pathname } = useLocation()
  const isOpen = is_logged_in && (web_status === 'started' || web_status === 'validating')
  useEffect(() => {
    if (!isOpen || snapshot.get().last_page === pathname) return
    snapshot.set({ ...snapshot.get(), last_page: pathname })
    call('saveLastPage', { last_page: pathname }).catch((error: unknown) => {
      // Only the page to return to is lost, and the next page change sends a newer one.
      if (!(error instanceof CallError && error.code === 'offline')) throw error
    })
  }, [isOpen, pathname, snapshot, call])
}
