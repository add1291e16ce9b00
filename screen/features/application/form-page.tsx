import { useLocation } from 'react-router'
import { PageItems } from '../../fields/index.ts'
import { PageHead } from '../../parts/index.ts'
import { useApplicant } from './applicant-context.ts'
import { ClearDevice } from './clear-device.tsx'
import { FormActions } from './form-actions.tsx'

/** One page of the form: its questions, and the way on. The path names it. */
export function FormPage() {
  const { pathname } = useLocation()
  const { store } = useApplicant()
  const page = store.form.pages.find(({ slug }) => `/${slug}` === pathname)
  if (page === undefined) throw new Error(`The form has no page ${pathname}.`)
  return (
    <form noValidate autoComplete="on" onSubmit={(event) => event.preventDefault()}>
      <PageHead title={page.title} />
      <PageItems page={page} />
      <FormActions page={page} />
      <ClearDevice />
    </form>
  )
}
