import { createContext, useContext } from 'react'
import type { Reply } from '../../../../api/index.ts'
import { useObserved } from '../../../parts/index.ts'
import type { Applicant, Erasure } from './applicant.ts'
import type { Snapshot } from './snapshot.ts'

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
