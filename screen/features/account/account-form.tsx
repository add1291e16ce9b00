import { type ReactNode, useState } from 'react'
import { type AnswerMap, emptyApplication, everyItem, type Form, type Question } from '../../../engine/index.ts'
import { pageData } from '../../client/index.ts'
import { ApplicationProvider, createApplicationStore, focusQuestion, QuestionField } from '../../fields/index.ts'
import { Button } from '../../parts/index.ts'
import styles from './account-form.module.css'
import { useCardAction } from './use-card-action.ts'

export type AccountFormProps = {
  form: Form
  /** What its errors are called by: '<name> Error' (8.auth-submit.1). */
  name: string
  /** What is filled in already. */
  filled?: AnswerMap | undefined
  /** What stands under a question. */
  under?: Readonly<Record<string, ReactNode>>
  /** What stands between the questions and the button. */
  beforeSubmit?: ReactNode
  /** Called only when nothing is wrong with the answers. */
  onSubmit: (read: (key: string) => string) => Promise<void>
}

/** A small form of the same engine with a store of its own; `around` gets it drawn, and may use its store as well. */
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
