import { type ReactNode, useState } from 'react'
import { type AnswerMap, emptyApplication, everyItem, type Form, type Question } from '../../../engine/index.ts'
import { pageData } from '../../client/index.ts'
import { ApplicationProvider, createApplicationStore, focusQuestion, QuestionField } from '../../fields/index.ts'
import { Button } from '../../parts/index.ts'
import styles from './account-form.module.css'
import { useCardAction } from './use-card-action.ts'

export type AccountFormProps = {
  form: Form
  /** Its error toasts are titled '<name> Error' (8.auth-submit.1). */
  name: string
  /** Answers filled in at the start. */
  filled?: AnswerMap | undefined
  /** Content below a question, by key. */
  under?: Readonly<Record<string, ReactNode>>
  /** Content between the questions and the button. */
  beforeSubmit?: ReactNode
  /** Called only if the answers have no problems. */
  onSubmit: (read: (key: string) => string) => Promise<void>
}

/** A small form of the same engine, with its own store. `around` gets the rendered form, and can use the store too. */
export function AccountForm({
  form,
  name,
  filled = {},
  under = {},
  beforeSubmit,
  onSubmit,
  around,
}: AccountFormProps & { around: (drawn: ReactNode) => ReactNode }) {
  const [store] = useState(() =>
    createApplicationStore({ form, application: { ...emptyApplication, answer: filled }, today: pageData().today }),
  )
  const [busy, submit] = useCardAction(`${name} Error`, async () => {
    store.commitAll()
    store.showProblems(true)
    const [first] = store.problems()
    if (first) focusQuestion(first.key)
    else await onSubmit((key) => store.current().answer[key] ?? '')
  })
  return (
    <ApplicationProvider store={store}>
      {around(
        <form
          className={styles.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          {everyItem(form)
            .filter((item): item is Question => 'key' in item)
            .map((question) => (
              <div key={question.key}>
                <QuestionField question={question} />
                {under[question.key]}
              </div>
            ))}
          {beforeSubmit}
          <Button type="submit" size="submit" busy={busy}>
            Submit
          </Button>
        </form>,
      )}
    </ApplicationProvider>
  )
}
