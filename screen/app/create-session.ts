import type { QueryClient } from '@tanstack/react-query'
import type { To } from 'react-router'
import { ownErrors, webStatuses } from '../../api/browser.ts'
import type { Reply } from '../../api/index.ts'
import { withInstitution } from '../../engine/index.ts'
import { admissions } from '../../form/index.ts'
import { CallError, call, createQueryClient, isLoggedIn, pageData, profileQuery } from '../client/index.ts'
import { type Applicant, createApplicant, createShelves, postWebStatus } from '../features/application/index.ts'
import { createDocuments, type Documents } from '../features/documents/index.ts'

/** Who is here, for the whole app: coming in, being sent out, and what is known of the person meanwhile. */
export type Session = {
  readonly applicant: Applicant
  readonly documents: Documents
  readonly queryClient: QueryClient
  /** Reads the profile of who is logged in and fills the store, once; for a visitor makes no call. The place to restore, if any. */
  enter(): Promise<{ readonly lastPage: string | undefined }>
  /** Ends the session at the person's wish (specification §2). */
  logOut(): Promise<void>
  /** Does what an error asks for when it says that the session is over or the application submitted; false for any other. */
  obey(error: unknown): boolean
  readonly onSubmitted: (receipt: Reply<'submit'>) => void
}

type Go = (to: To, options: { state?: unknown; replace?: boolean }) => unknown

export function createSession(go: Go): Session {
  const { institution, today } = pageData()
  const queryClient = createQueryClient({ onUnauthorized: sendOut })
  const form = withInstitution(admissions, institution)
  const applicant = createApplicant({
    form,
    today,
    shelves: createShelves(),
    onStopped: obey,
    onLeft() {
      queryClient.clear()
      documents.empty()
    },
  })
  const documents = createDocuments({ form, store: applicant.store, save: applicant.save })

  /** The server no longer knows the session. What is unsaved stays on the device for the same account. */
  function sendOut(): void {
    if (!applicant.snapshot.get().is_logged_in && window.location.pathname === '/login') return
    applicant.leave({ erasing: false })
    go('/login', { state: { errorMessage: ownErrors.unauthorized.message } })
  }

  function obey(error: unknown): boolean {
    if (!(error instanceof CallError)) return false
    if (error.status === 401) sendOut()
    else if (error.code === 'already_submitted') {
      queryClient.removeQueries({ queryKey: profileQuery.queryKey })
      markSubmitted()
      go('/completion', { replace: true })
    } else return false
    return true
  }

  function markSubmitted(): void {
    const { snapshot, queue, store } = applicant
    queue.empty()
    documents.empty()
    store.showProblems(false)
    applicant.eraseDrafts()
    snapshot.set({ ...snapshot.get(), web_status: 'submitted' })
  }

  return {
    applicant,
    documents,
    queryClient,
    obey,
    async enter() {
      if (!isLoggedIn()) {
        applicant.enterAsVisitor()
        return { lastPage: undefined }
      }
      const profile = await queryClient.ensureQueryData(profileQuery)
      const isNew = applicant.enterAs(profile)
      if (isNew) documents.follow(profile.converting)
      const { snapshot } = applicant
      const { web_status, last_page } = snapshot.get()
      if (isNew && web_status === 'none') {
        snapshot.set({ ...snapshot.get(), web_status: 'started' })
        void postWebStatus(queryClient, 'started')
      }
      return { lastPage: isNew && web_status !== 'submitted' && last_page !== '' ? last_page : undefined }
    },
    async logOut() {
      const { store, queue } = applicant
      store.commitAll()
      if (!(await queue.flush()))
        throw new CallError(
          'offline',
          0,
          'Your last answers are not saved yet. Please try to log out again in a moment.',
        )
      await call('logout')
      applicant.leave({ erasing: true })
      go('/login', { state: { successMessage: 'You have been logged out.' } })
    },
    onSubmitted({ reference, submitted_at, message: _ }) {
      const { answer } = applicant.store.current()
      queryClient.setQueryData(
        profileQuery.queryKey,
        (profile) =>
          profile && {
            ...profile,
            answer: Object.fromEntries(Object.entries(answer).map(([key, value = '']) => [key, value])),
            submission: { reference, submitted_at },
            web_status: webStatuses.map((web_status) => ({ web_status, at: submitted_at })),
          },
      )
      markSubmitted()
      go('/completion', { state: { successMessage: 'Your application was successfully submitted.' } })
    },
  }
}
