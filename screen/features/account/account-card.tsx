import { type ReactNode, useState } from 'react'
import { type AnswerMap, emptyApplication, everyItem, type Form, type Question } from '../../../engine/index.ts'
import { pageData } from '../../client/index.ts'
import { ApplicationProvider, createApplicationStore, focusQuestion, QuestionField } from '../../fields/index.ts'
import { Button, Notice } from '../../parts/index.ts'
import styles from './account-card.module.css'
import { useCardAction } from './use-card-action.ts'

type AccountCardProps = {
  form: Form
  /** What its errors are called by: '<name> Error' (specification §8). */
  name: string
  /** What is filled in already. */
  filled?: AnswerMap | undefined
  lead?: ReactNode
  /** Why one is here, said aloud. */
  notice?: string | undefined
  /** What stands under a question. */
  under?: Readonly<Record<string, ReactNode>>
  /** What stands between the questions and the button. */
  beforeSubmit?: ReactNode
  /** The question at its foot, with the link that answers it. */
  foot: ReactNode
  /** Called only when nothing is wrong with the answers. */
  onSubmit: (read: (key: string) => string) => Promise<void>
}

/** A card of the accounts: a small form of the same engine, with a store of its own (specification §2, §5 Auth). */
export function AccountCard({
  form,
  name,
  filled = {},
  lead,
  notice,
  under = {},
  beforeSubmit,
  foot,
  onSubmit,
}: AccountCardProps) {
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
      <section className={styles.card} aria-labelledby="card-title">
        <h1 id="card-title" tabIndex={-1}>
          {form.pages[0]?.title}
        </h1>
        {lead && <div className={styles.lead}>{lead}</div>}
        {notice && (
          <Notice className={styles.notice} role="alert">
            {notice}
          </Notice>
        )}
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
        </form>
        <div className={styles.foot}>{foot}</div>
      </section>
    </ApplicationProvider>
  )
}
