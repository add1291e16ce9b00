import { createContext, useContext, useEffect } from 'react'
import type { Reply } from '../../../../api/index.ts'
import { say, toSay } from '../../../../engine/index.ts'
import { useObserved, useOwnToast } from '../../../parts/index.ts'
import { useNavigate } from '../../../router/index.ts'
import type { Applicant, Erasure, Snapshot } from './applicant.ts'

type ApplicantDeps = {
  readonly applicant: Applicant
  /** Called when the server has accepted the application; the app then shows the completion page. */
  readonly onSubmitted: (receipt: Reply<'submit'>) => void
  /** Called when a visitor erases what is on this device. */
  readonly onErased: (what: Erasure) => void
}

export const ApplicantContext = createContext<ApplicantDeps | null>(null)

export function useApplicantDeps(): ApplicantDeps {
  const deps = useContext(ApplicantContext)
  if (deps === null) throw new Error('This component must be rendered inside ApplicantContext.')
  return deps
}

/** The person in this tab. Reading from it does not subscribe. */
export const useApplicant = (): Applicant => useApplicantDeps().applicant

/** One thing that is known about the person. Re-renders when it changes. */
export function useSnapshot<Key extends keyof Snapshot>(key: Key): Snapshot[Key] {
  const { snapshot } = useApplicant()
  return useObserved(snapshot.subscribe, () => snapshot.get()[key])
}

/** Goes to an account card and passes the answers in navigation state (requirement 2.navigation.11). */
export function usePassAnswers(): (to: '/login' | '/signup') => void {
  const applicant = useApplicant()
  const navigate = useNavigate()
  return (to) => {
    applicant.store.commitAll()
    void navigate(to, { state: { answers: applicant.answersToPass() } })
  }
}

const NOT_SAVED = toSay('Your answers aren’t saved yet. They’re on this device, and we’ll save them as soon as we can.')

/** Tells a person who is still logged in that the answers are not saved. The message closes when they are. */
export function useTellNotSaved(): () => void {
  const { queue, snapshot } = useApplicant()
  const toast = useOwnToast()
  useEffect(
    () =>
      queue.subscribe(() => {
        if (queue.state().kind === 'saved') toast.close()
      }),
    [queue, toast],
  )
  return () => {
    if (snapshot.get().is_logged_in) toast.show({ severity: 'error', text: say(NOT_SAVED) })
  }
}
