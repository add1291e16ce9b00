import { useSyncExternalStore } from 'react'
import { ErrorBoundary, later } from '../../parts/index.ts'
import { useApplicant } from './applicant-context.ts'

const ReturnedDraft = later(async () => (await import('./returned-draft.tsx')).ReturnedDraft)
const LinkedAnswers = later(async () => (await import('./linked-answers.tsx')).LinkedAnswers)
const Differences = later(async () => (await import('./differences.tsx')).Differences)

/** What a kept draft or a link with answers asks of the person, fetched when there is one. While it cannot be asked, all stays kept. */
export function DraftQuestions() {
  const { returned, conflicts, token } = useApplicant()
  const stored = useSyncExternalStore(returned.subscribe, returned.get)
  const asks = useSyncExternalStore(conflicts.subscribe, conflicts.get)
  const linked = useSyncExternalStore(token.subscribe, token.get)
  return (
    <ErrorBoundary fallback={() => null}>
      {stored && <ReturnedDraft />}
      {!stored && linked && <LinkedAnswers token={linked} />}
      {Object.keys(asks).length > 0 && <Differences asks={asks} />}
    </ErrorBoundary>
  )
}
