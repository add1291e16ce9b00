import { useProblems } from '../../../fields/index.ts'
import { lazyPart } from '../../../parts/index.ts'
import { useApplicant, useSnapshot } from '../applicant/applicant-context.ts'

const Summary = lazyPart(async () => (await import('./missing-information.tsx')).MissingInformation, {
  preloaded: true,
})

/** What is missing or wrong, by page, while the status is validating (requirements 2.summary). */
export function ErrorSummary() {
  const { store } = useApplicant()
  const web_status = useSnapshot('web_status')
  const problems = useProblems()
  if (web_status !== 'validating' || problems.length === 0) return null
  return <Summary pages={store.form.pages} problems={problems} />
}

export const CheckAnswers = lazyPart(async () => (await import('./check-answers.tsx')).CheckAnswers, {
  preloaded: true,
})
