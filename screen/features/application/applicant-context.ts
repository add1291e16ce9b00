import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Reply } from '../../../api/index.ts'
import type { Applicant } from './applicant.ts'
import type { Snapshot } from './snapshot.ts'

type ApplicantDeps = {
  readonly applicant: Applicant
  /** Called when the server has accepted the application; the app then shows the completion page. */
  readonly onSubmitted: (receipt: Reply<'submit'>) => void
}

export const ApplicantContext = createContext<ApplicantDeps | null>(null)

export function useApplicantTools(): ApplicantDeps {
  const tools = useContext(ApplicantContext)
  if (tools === null) throw new Error('This part of the screen stands outside ApplicantContext.')
  return tools
}

/** The person in this tab. Reading from it does not subscribe. */
export const useApplicant = (): Applicant => useApplicantTools().applicant

/** What is known about the person. Re-renders when it changes. */
export function useSnapshot(): Snapshot {
  const { snapshot } = useApplicant()
  return useSyncExternalStore(snapshot.subscribe, snapshot.get)
}
