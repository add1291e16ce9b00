import { type ReactNode, useId, useState } from 'react'
import {
  type AnswerMap,
  answerTo,
  canonicalAnswers,
  emptyApplication,
  everyItem,
  type Form,
  type Problem,
  type Question,
} from '../../../engine/index.ts'
import { type CallErrorCode, pageData } from '../../client/index.ts'
import {
  ApplicationProvider,
  createApplicationStore,
  FieldNotesContext,
  focusQuestion,
  QuestionField,
} from '../../fields/index.ts'
import { Button, Notice } from '../../parts/index.ts'
import styles from './account.module.css'
import { guessing, HARD_TO_GUESS } from './password-guessing.ts'
import { PasswordRules, passwordRulesId } from './password-rules.tsx'
import { type CardFailure, ShowFailureContext, useCardAction } from './use-card-action.ts'

export type AccountFormProps = {
  form: Form
  /** Its error toasts are titled '<name> Error' (8.auth-submit.1). */
  name: string
  /** Answers filled in at the start. */
  filled?: AnswerMap | undefined
  /** The questions for a new password, the confirmation last: their rules are listed below the first. */
  newPassword?: readonly Question[]
  /** Whose password it is, where the form does not ask. */
  username?: string | undefined
  /** What happens with the answer to a question, below it. */
  note?: { readonly key: string; readonly text: string }
  /** Content between the questions and the button. */
  beforeSubmit?: ReactNode
  /** What helps after an error: a link below its message. */
  remedies?: Partial<Readonly<Record<CallErrorCode, ReactNode>>>
  submit?: { readonly words: string; readonly variant: 'danger' }
  /** Called only if the answers have no problems. */
  onSubmit: (read: (key: string) => string) => Promise<void>
}

/** A small form of the same engine, with its own store. `around` gets the rendered form, and can use the store too. */
export function AccountForm({
  form,
  name,
  filled = {},
  newPassword = [],
  username,
  note,
  beforeSubmit,
  remedies = {},
  submit: button,
  onSubmit,
  around,
}: AccountFormProps & { around: (drawn: ReactNode) => ReactNode }) {
  const [store] = useState(() =>
    createApplicationStore({ form, application: { ...emptyApplication, answer: filled }, today: pageData().today }),
  )
  const [failure, setFailure] = useState<CardFailure>()
  const [password] = newPassword
  const [failureId, noteId] = [useId(), useId()]
  const [busy, submit] = useCardAction(
    `${name} Error`,
    async () => {
      store.commitAll()
      store.showProblems(true)
      if (password) store.refuse(guessedIn(form, store.current().answer, password.key, username))
      const [first] = store.problems()
      const given = canonicalAnswers(form, store.current().answer) // the box may still be in use
      if (first) focusQuestion(first.key)
      else await onSubmit((key) => given[key] ?? '')
    },
    setFailure,
  )
  const notes = Object.fromEntries(
    form.keys.map((key) => {
      const isWrong = failure?.keys.includes(key) === true
      const ids = [isWrong && failureId, key === password?.key && passwordRulesId(key), key === note?.key && noteId]
      return [key, { describedBy: ids.filter(Boolean).join(' '), isWrong }]
    }),
  )
  return (
    <ApplicationProvider store={store}>
      <ShowFailureContext value={setFailure}>
        <FieldNotesContext value={notes}>
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
                    {question.key === note?.key && <Note id={noteId}>{note.text}</Note>}
                    {question === password && (
                      <PasswordRules question={question} others={newPassword.slice(1)} username={username} />
                    )}
                  </div>
                ))}
              {beforeSubmit}
              {failure && (
                <Notice kind="error" id={failureId}>
                  <p>{failure.text}</p>
                  {remedies[failure.code] && <p>{remedies[failure.code]}</p>}
                </Notice>
              )}
              <Button type="submit" size="submit" variant={button?.variant} busy={busy}>
                {button?.words ?? 'Submit'}
              </Button>
            </form>,
          )}
        </FieldNotesContext>
      </ShowFailureContext>
    </ApplicationProvider>
  )
}

/** The problem that the list below the password shows too, as soon as its words have come. */
function guessedIn(form: Form, answer: AnswerMap, key: string, username: string | undefined): readonly Problem[] {
  const isEasy = guessing.loaded()?.(answerTo(answer, key), username ?? answerTo(answer, 'username'))
  return isEasy ? form.pages.map(({ slug }) => ({ page: slug, key, message: HARD_TO_GUESS })) : []
}

const Note = ({ id, children }: { id: string; children: string }) => (
  <p className={styles.note} id={id}>
    {children}
  </p>
)
