import { useEffect, useMemo } from 'react'
import { say } from '../../../../engine/index.ts'
import {
  ApplicationProvider,
  type BlockActions,
  BlockActionsContext,
  leadToQuestion,
  useDocumentActions,
} from '../../../fields/index.ts'
import { ErrorBoundary, Frame, lazyCode, lazyPart, onceForWords, useOwnToast } from '../../../parts/index.ts'
import { Outlet, useLocation } from '../../../router/index.ts'
import { useApplicant, useSnapshot } from '../applicant/applicant-context.ts'
import { PageNavigationProvider, useLastPage, usePageNavigation } from '../navigation/page-navigation.tsx'
import { Steps } from '../navigation/steps.tsx'
import { Banner } from '../notices/banner.tsx'
import {
  DraftQuestions,
  FormChanged,
  RefusedAnswers,
  SaveLine,
  TermNotice,
  UnexpectedError,
} from '../notices/lazy-notices.tsx'
import { ErrorSummary } from '../submitting/error-summary.tsx'
import type { BlockActionsDeps } from './block-actions.ts'
import styles from './form-page.module.css'

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
          {progress()}
          <main id="main">
            {banner()}
            <Frame>
              {notices()}
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

const SectionButton = lazyPart(async () => (await import('../navigation/section-button.tsx')).SectionButton, {
  preloaded: true,
})

// Made once, so that another page does not draw them again.
const progress = onceForWords(() => <Progress />)
const banner = onceForWords(() => <Welcome />)

const notices = onceForWords(() => (
  <>
    <DraftQuestions />
    <TermNotice />
    <FormChanged />
    <ErrorSummary />
    <RefusedAnswers />
  </>
))

/** The banner leaves together with the page it was on, which would jump otherwise. */
function Welcome() {
  return usePageNavigation().hasLeft ? null : <Banner />
}

/**
 * The steps and the save status. Below 900px the steps scroll away, and the section in view and the save status stay.
 */
function Progress() {
  return (
    <section className={styles.progress} aria-label={say('Your progress')}>
      <Frame className={styles.row}>
        <div className={styles.steps}>
          <Steps />
        </div>
        <div className={styles.bar}>
          <div className={styles.line}>
            <div className={styles.section}>
              <SectionButton />
            </div>
            <div className={styles.saved}>
              <SaveLine />
            </div>
          </div>
        </div>
      </Frame>
    </section>
  )
}

// Entries can be added without a network.
const blockActions = lazyCode(async () => (await import('./block-actions.ts')).createBlockActions, { preloaded: true })

/** The actions of repeated blocks and tabs, whose code loads after the first page. */
function lazyBlockActions(deps: BlockActionsDeps): BlockActions {
  const actions = async () => (await blockActions.load())(deps)
  return {
    signedIn: deps.signedIn,
    addEntry: async (...given) => (await actions()).addEntry(...given),
    removeEntry: async (...given) => (await actions()).removeEntry(...given),
    open: deps.applicant.open,
    chooseTab: async (...given) => (await actions()).chooseTab(...given),
  }
}
