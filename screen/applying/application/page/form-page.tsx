import { PageItems, SectionFrame, SubmitSlot } from '../../../fields/index.ts'
import { AfterPaint, ErrorBoundary, Notice, PageHead } from '../../../parts/index.ts'
import { useLocation } from '../../../router/index.ts'
import { useApplicant } from '../applicant/index.ts'
import { PageMap } from '../navigation/index.ts'
import { ClearDevice } from '../notices/index.ts'
import { CHECK_ANSWERS, CheckAnswers, SubmitButton } from '../submitting/index.ts'
import { FormActions } from './form-actions.tsx'
import styles from './form-page.module.css'
import { Warnings } from './lazy-warnings.ts'

/** One page of the form, chosen by the path: its questions and the buttons below them. */
export function FormPage() {
  const { pathname } = useLocation()
  const { store } = useApplicant()
  const page = store.form.pages.find(({ slug }) => `/${slug}` === pathname)
  if (page === undefined) throw new Error(`The form has no page ${pathname}.`)
  const before = store.form.pages.slice(0, -1).map(({ slug }) => slug)
  return (
    <form noValidate autoComplete="on" onSubmit={(event) => event.preventDefault()}>
      <PageHead title={page.title}>
        <p>Answer every question that isn’t marked “optional.”</p>
      </PageHead>
      <div className={styles.page}>
        <PageMap page={page} />
        <div>
          {page === store.form.pages.at(-1) && (
            <SectionFrame {...CHECK_ANSWERS}>
              <ErrorBoundary fallback={() => <Notice kind="stop" title="We can’t show your answers here." />}>
                <CheckAnswers slugs={before} />
              </ErrorBoundary>
            </SectionFrame>
          )}
          <SubmitSlot value={<SubmitButton />}>
            <AfterPaint key={page.slug}>
              <PageItems page={page} />
            </AfterPaint>
          </SubmitSlot>
        </div>
      </div>
      <FormActions page={page} />
      <ClearDevice />
      <Warnings />
    </form>
  )
}
