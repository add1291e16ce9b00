import { lazy, Suspense, useSyncExternalStore } from 'react'
import { ErrorBoundary } from '../../parts/index.ts'
import { useApplicant } from './applicant-context.ts'

const ReturnedDraft = lazy(async () => ({ default: (await import('./returned-draft.tsx')).ReturnedDraft }))
const Differences = lazy(async () => ({ default: (await import('./differences.tsx')).Differences }))

/** What a kept draft asks of the person, fetched when there is one (decisions 41). While it cannot be asked, all stays kept. */
export function DraftQuestions() {
  const { returned, undecided } = useApplicant()
  const kept = useSyncExternalStore(returned.subscribe, returned.get)
  const asks = useSyncExternalStore(undecided.subscribe, undecided.get)
  return (
    <ErrorBoundary fallback={() => null}>
      <Suspense>
        {kept && <ReturnedDraft />}
        {Object.keys(asks).length > 0 && <Differences asks={asks} />}
      </Suspense>
    </ErrorBoundary>
  )
}
