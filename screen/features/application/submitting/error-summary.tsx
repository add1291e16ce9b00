import { useEffect } from 'react'
import { useProblems } from '../../../fields/index.ts'
import { lazyPart, useObserved } from '../../../parts/index.ts'
import { useApplicant, useSnapshot } from '../applicant/index.ts'

const Summary = lazyPart(async () => (await import('./missing-information.tsx')).MissingInformation, {
  preloaded: true,
})

/** What is missing or wrong, by page, while the status is validating (requirements 2.summary). */
export function ErrorSummary() {
  const { store, verdict } = useApplicant()
  const { web_status } = useSnapshot()
  useEffect(
    () =>
      store.onChange(({ keys }) => {
        // A problem that the server found stays until the answer changes.
        const left = verdict.get().filter(({ key }) => !keys.includes(key))
        if (left.length < verdict.get().length) verdict.set(left)
      }),
    [store, verdict],
  )
  const own = useProblems()
  const others = useObserved(verdict.subscribe, verdict.get)
  const problems = own.length > 0 ? own : others
  if (web_status !== 'validating' || problems.length === 0) return null
  return <Summary pages={store.form.pages} problems={problems} />
}
