import { ErrorBoundary, lazyPart, useObserved } from '../../../parts/index.ts'
import { useApplicant } from '../applicant/index.ts'

const ReturnedDraft = lazyPart(async () => (await import('./returned-draft.tsx')).ReturnedDraft)
const LinkedAnswers = lazyPart(async () => (await import('./linked-answers.tsx')).LinkedAnswers)
const Differences = lazyPart(async () => (await import('./differences.tsx')).Differences)

/**
 * Dialogs about a stored draft or a link with answers, loaded when needed. As long as they cannot be shown, everything
 * stays stored.
 */
export function DraftQuestions() {
  const { visitorDraft, conflicts, token } = useApplicant()
  const { returned } = visitorDraft
  const stored = useObserved(returned.subscribe, returned.get)
  const asks = useObserved(conflicts.subscribe, conflicts.get)
  const linked = useObserved(token.subscribe, token.get)
  return (
    <ErrorBoundary fallback={() => null}>
      {stored && <ReturnedDraft />}
      {!stored && linked && <LinkedAnswers token={linked} />}
      {Object.keys(asks).length > 0 && <Differences asks={asks} />}
    </ErrorBoundary>
  )
}
