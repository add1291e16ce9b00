import { useState } from 'react'
import type { Page } from '../../../../engine/index.ts'
import { say, sayCount } from '../../../../engine/index.ts'
import { PageItems, SectionEndSlot, SectionFrame, SubmitSlot, useProgress } from '../../../fields/index.ts'
import {
  Actions,
  AfterPaint,
  Button,
  ErrorBoundary,
  lazyPart,
  Notice,
  onceForWords,
  PageHead,
  useAction,
} from '../../../parts/index.ts'
import { useLocation, useNavigate } from '../../../router/index.ts'
import { useApplicant, usePassAnswers, useSnapshot, useTellNotSaved } from '../applicant/applicant-context.ts'
import { usePageNavigation } from '../navigation/page-navigation.tsx'
import { PageMap } from '../navigation/section-list.tsx'
import { ClearDevice } from '../notices/lazy-notices.tsx'
import { CheckAnswers } from '../submitting/error-summary.tsx'
import { checkSection, REVIEWED } from '../submitting/focus-summary.ts'
import styles from './form-page.module.css'

/** One page of the form, chosen by the path: its questions and the buttons below them. */
export function FormPage() {
  const { pathname, state } = useLocation()
  const { store } = useApplicant()
  const page = store.form.pages.find(({ slug }) => `/${slug}` === pathname)
  if (page === undefined) throw new Error(`The form has no page ${pathname}.`)
  const before = store.form.pages.slice(0, -1).map(({ slug }) => slug)
  return (
    <form noValidate autoComplete="on" onSubmit={(event) => event.preventDefault()}>
      <PageHead title={page.title}>
        <p>{say('Answer every question not marked “optional.”')}</p>
      </PageHead>
      <div className={styles.page}>
        <PageMap page={page} />
        <div>
          {page === store.form.pages.at(-1) && (
            <SectionFrame {...checkSection()}>
              <ErrorBoundary fallback={() => <Notice kind="stop" title={say('We can’t show your answers here.')} />}>
                <CheckAnswers slugs={before} />
              </ErrorBoundary>
            </SectionFrame>
          )}
          <SubmitSlot value={submit()}>
            <SectionEndSlot value={quietly}>
              <AfterPaint key={page.slug}>
                <PageItems page={page} beforeOptional={<Onward page={page} />} />
              </AfterPaint>
            </SectionEndSlot>
          </SubmitSlot>
        </div>
      </div>
      <FormActions page={page} />
      {REVIEWED in Object(state) && <BackToAnswers />}
      <ClearDevice />
      <Warnings />
    </form>
  )
}

/**
 * Below the last required question: whether that is all, and the way on, before the optional sections. It has the same
 * size either way, because nothing may move under a finger.
 */
function Onward({ page }: { page: Page }) {
  const { pages } = useApplicant().store.form
  const left = useProgress().find(({ slug }) => slug === page.slug)?.left ?? 0
  const next = pages[pages.indexOf(page) + 1]
  if (next === undefined) return null
  return (
    <div className={styles.onward}>
      <div className={styles.either}>
        <p hidden={left === 0}>
          <strong>{sayCount(left, '{count} question left above.', '{count} questions left above.')}</strong>{' '}
          <span>{say('The rest is optional.')}</span>
        </p>
        <p hidden={left > 0}>
          <strong>{say('That’s all we need on this page.')}</strong> <span>{say('The rest is optional.')}</span>
        </p>
      </div>
      <ContinueButton to={`/${next.slug}`} variant="outline">
        {say('Continue to {page}', { page: next.title })}
      </ContinueButton>
    </div>
  )
}

/** For who is logged in, whose pages open with its code: a late one would move what is below. */
function QuietlyAt({ section }: { section: string }) {
  const [isLoggedIn] = useState(useSnapshot('is_logged_in'))
  return isLoggedIn ? <QuietQuestions section={section} /> : null
}

/** The last row of a form page: Previous, Save, and Save and Continue (requirements 2.buttons). Submit is with the signatures. */
function FormActions({ page }: { page: Page }) {
  const { store } = useApplicant()
  const navigate = useNavigate()
  const { pages } = store.form
  const at = pages.indexOf(page)
  const previous = pages[at - 1]
  const next = pages[at + 1]
  const back = previous && (
    <Button variant="quiet" flush="start" leading="chevron-left" onClick={() => void navigate(`/${previous.slug}`)}>
      {say('Previous')}
    </Button>
  )
  return (
    <Actions back={back}>
      <SaveButton />
      {next && <ContinueButton to={`/${next.slug}`}>{say('Save and Continue')}</ContinueButton>}
    </Actions>
  )
}

function SaveButton() {
  const { store, queue } = useApplicant()
  const is_logged_in = useSnapshot('is_logged_in')
  const passAnswers = usePassAnswers()
  const tellNotSaved = useTellNotSaved()
  const [busy, save] = useAction(async () => {
    store.commitAll()
    if (!(await queue.flush())) tellNotSaved()
  })
  return (
    <Button variant="outline" busy={busy} onClick={is_logged_in ? save : () => passAnswers('/signup')}>
      {say('Save')}
    </Button>
  )
}

type ContinueButtonProps = { to: string; variant?: 'outline'; children: string }

function ContinueButton({ to, variant, children }: ContinueButtonProps) {
  const is_logged_in = useSnapshot('is_logged_in')
  const navigation = usePageNavigation()
  const passAnswers = usePassAnswers()
  return (
    <Button
      variant={variant}
      size={variant ? undefined : 'continue'}
      trailing="chevron-right"
      busy={navigation.busy}
      onClick={() => (is_logged_in ? navigation.goTo(to) : passAnswers('/signup'))}
    >
      {children}
    </Button>
  )
}

const Warnings = lazyPart(async () => (await import('./warnings.tsx')).Warnings, { preloaded: true })

const BackToAnswers = lazyPart(async () => (await import('./back-to-answers.tsx')).BackToAnswers, { preloaded: true })

export const QuietQuestions = lazyPart(async () => (await import('./quiet-questions.tsx')).QuietQuestions, {
  preloaded: true,
})

const quietly = (section: string) => <QuietlyAt section={section} />

const SubmitButton = lazyPart(async () => (await import('../submitting/submit-button.tsx')).SubmitButton, {
  preloaded: true,
})

const submit = onceForWords(() => (
  <>
    <QuietQuestions />
    <SubmitButton />
  </>
))
