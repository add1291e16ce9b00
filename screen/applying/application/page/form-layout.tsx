import { useEffect, useMemo } from 'react'
import { ApplicationProvider, BlockActionsContext, leadToQuestion, useDocumentActions } from '../../../fields/index.ts'
import { ErrorBoundary, Frame, useOwnToast } from '../../../parts/index.ts'
import { Outlet, useLocation } from '../../../router/index.ts'
import { useApplicant, useSnapshot } from '../applicant/index.ts'
import { PageNavigationProvider, useLastPage, usePageNavigation } from '../navigation/index.ts'
import { Banner, DraftQuestions, RefusedAnswers, TermNotice, UnexpectedError } from '../notices/index.ts'
import { ErrorSummary } from '../submitting/index.ts'
import { lazyBlockActions } from './lazy-block-actions.ts'
import { Progress } from './progress.tsx'

/** What the form pages share: steps, banner, error summary (requirements 2.routes.16, 2.routes.17 and 2.routes.18). */
export function FormLayout() {
  const applicant = useApplicant()
  const is_logged_in = useSnapshot('is_logged_in')
  const documents = useDocumentActions()
  const toast = useOwnToast()
  const { pathname, hash, key } = useLocation()
  const actions = useMemo(
    () => lazyBlockActions({ applicant, documents, signedIn: is_logged_in, toast }),
    [applicant, documents, is_logged_in, toast],
  )
  useLastPage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: following the same link again must focus its question again
  useEffect(() => (hash === '' ? undefined : leadToQuestion(hash.slice(1))), [hash, key])

  return (
    <ApplicationProvider store={applicant.store}>
      <BlockActionsContext value={actions}>
        <PageNavigationProvider>
          {progress}
          <main id="main">
            {banner}
            <Frame>
              {notices}
              <ErrorBoundary key={pathname} fallback={({ retry }) => <UnexpectedError onRetry={retry} />}>
                <Outlet />
              </ErrorBoundary>
            </Frame>
          </main>
        </PageNavigationProvider>
      </BlockActionsContext>
    </ApplicationProvider>
  )
}

// Made once, so that another page does not draw them again.
const progress = <Progress />
const banner = <Welcome />
const notices = (
  <>
    <DraftQuestions />
    <TermNotice />
    <ErrorSummary />
    <RefusedAnswers />
  </>
)

/** The banner leaves together with the page it was on, which would jump otherwise. */
function Welcome() {
  return usePageNavigation().hasLeft ? null : <Banner />
}
