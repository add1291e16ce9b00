import { type ReactNode, useEffect, useId, useLayoutEffect, useMemo, useState } from 'react'
import {
  type AnswerMap,
  answerTo,
  canonicalAnswers,
  commonWords,
  emptyApplication,
  everyItem,
  type Form,
  isEasyToGuess,
  isMet,
  locale,
  type Problem,
  type Question,
  say,
  toSay,
  withInstitution,
  wordsInUse,
} from '../../../engine/index.ts'
import { type CallErrorCode, pageData } from '../../client/index.ts'
import {
  ApplicationProvider,
  createApplicationStore,
  FieldNotesContext,
  focusQuestion,
  QuestionField,
  useApplication,
} from '../../fields/index.ts'
import { Button, Icon, LiveRegion, lazyCode, Notice, SaidAgain, sentence, VisuallyHidden } from '../../parts/index.ts'
import styles from './account.module.css'
import { type CardFailure, ShowFailureContext, useCardAction } from './use-card-action.tsx'

export type AccountFormProps = {
  form: Form
  /** The title of its error toasts (8.auth-submit.1). */
  errorTitle: string
  /** Answers filled in at the start. */
  filled?: AnswerMap | undefined
  /** The keys of the questions for a new password, the confirmation last: their rules are listed below the first. */
  newPassword?: readonly string[]
  /** Whose password it is, where the form does not ask. */
  username?: string | undefined
  /** What happens with the answer to a question, below it. */
  note?: { readonly key: string; readonly text: ReactNode }
  /** Content between the questions and the button. */
  beforeSubmit?: ReactNode
  /** What helps after an error: a link below its message. */
  remedies?: Partial<Readonly<Record<CallErrorCode, ReactNode>>>
  submit?: { readonly words: string; readonly variant: 'danger' }
  /** Called only if the answers have no problems. */
  onSubmit: (read: (key: string) => string) => Promise<void>
}

/**
 * A small form of the same engine, with its own store. `around` gets the rendered form, and can use the store too. In a
 * dialog the form is a section, after which Orca puts a blank when it reads the whole; after a form it puts none.
 */
export function AccountForm({
  form: inEnglish,
  errorTitle,
  filled = {},
  newPassword = [],
  username,
  note,
  beforeSubmit,
  remedies = {},
  submit: button,
  onSubmit,
  around = (drawn) => <section>{drawn}</section>,
}: AccountFormProps & { around?: (drawn: ReactNode) => ReactNode }) {
  const words = wordsInUse()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is said in these words
  const form = useMemo(() => withInstitution(inEnglish, pageData().institution), [inEnglish, words])
  const [store] = useState(() =>
    createApplicationStore({ form, application: { ...emptyApplication, answer: filled }, today: pageData().today }),
  )
  useLayoutEffect(() => store.speak(form), [store, form])
  const [failure, setFailure] = useState<CardFailure>()
  const questions = everyItem(form).filter((item): item is Question => 'key' in item)
  const [password, ...others] = newPassword.flatMap((each) => questions.filter(({ key }) => key === each))
  const [failureId, noteId] = [useId(), useId()]
  const [busy, submit] = useCardAction(
    errorTitle,
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
              {questions.map((question) => (
                <div key={question.key}>
                  <QuestionField question={question} />
                  {question.key === note?.key && <Note id={noteId}>{note.text}</Note>}
                  {question === password && <PasswordRules question={question} others={others} username={username} />}
                </div>
              ))}
              {beforeSubmit}
              {failure && (
                <Notice kind="error" id={failureId}>
                  <p>
                    <SaidAgain>{failure.text}</SaidAgain>
                  </p>
                  {remedies[failure.code] && <p>{remedies[failure.code]}</p>}
                </Notice>
              )}
              <Button type="submit" size="submit" variant={button?.variant} busy={busy}>
                {button?.words ?? say('Submit')}
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
  return isEasy ? form.pages.map(({ slug }) => ({ page: slug, key, message: say(HARD_TO_GUESS) })) : []
}

const Note = ({ id, children }: { id: string; children: ReactNode }) => (
  <p className={styles.note} id={id}>
    {children}
  </p>
)

/**
 * The id of the rules for the password with this key, in one sentence that describes its field. It never changes: a
 * screen reader reads a description again whenever it does.
 */
const passwordRulesId = (key: string) => `${key}-rules`

/** Such as "one, two, three". */
export const listed = (names: readonly string[]): string =>
  new Intl.ListFormat(locale(), { type: 'unit' }).format(names)

/** Milliseconds without a keystroke before rules that became met are read aloud, after the letters themselves. */
const PAUSE = 600

type PasswordRulesProps = {
  question: Question
  others?: readonly Question[]
  /** Whose password it is, where the card does not ask. */
  username?: string | undefined
}

/**
 * The rules for a new password, including those of its confirmation in `others`. Each rule is inactive while the
 * password is empty, and otherwise met or not met (requirements 5.auth.12 and 5.auth.13). Each is read aloud once, when
 * it is first met. That it is not easy to guess is known once its words have come; until then the server's word counts.
 */
function PasswordRules({ question, others = [], username }: PasswordRulesProps) {
  const rules = [question, ...others].flatMap(({ key, rules }) => rules.map((rule) => ({ rule, key })))
  const isEasy = useIsEasy(question.key, username)
  const isEmpty = useApplication(({ answer }) => answerTo(answer, question.key) === '')
  // As text, because a list would be another one after every keystroke.
  const met = useApplication(({ answer }) =>
    rules.map(({ rule, key }) => (isMet(rule, answerTo(answer, key), answer, pageData().today) ? 1 : 0)).join(''),
  )
  const id = passwordRulesId(question.key)
  const hardToGuess = say(HARD_TO_GUESS)
  const messages = [...rules.map(({ rule }) => rule.message ?? ''), hardToGuess]
  return (
    <>
      <p id={id} hidden>
        {say('Choose a password that {rules}.', { rules: listed(messages) })}
      </p>
      <div>
        <p className={styles.passwordRulesLead} id={`${id}-title`}>
          {say('Choose a password that')}
        </p>
        <ul className={styles.rules} aria-labelledby={`${id}-title`}>
          {rules.map(({ rule }, index) => (
            <PasswordRule
              key={rule.message}
              words={rule.message}
              state={isEmpty ? 'inactive' : met[index] === '1' ? 'success' : 'error'}
            />
          ))}
          <PasswordRule
            words={hardToGuess}
            state={isEmpty || isEasy === undefined ? 'inactive' : isEasy ? 'error' : 'success'}
          />
        </ul>
      </div>
      <MetRules messages={messages} met={isEmpty ? '' : `${met}${isEasy === false ? 1 : 0}`} />
    </>
  )
}

/** Whether the password that is typed is easy to guess; undefined until the words have come. */
function useIsEasy(key: string, username: string | undefined): boolean | undefined {
  const password = useApplication(({ answer }) => answerTo(answer, key))
  const typedName = useApplication(({ answer }) => answerTo(answer, 'username'))
  const [judge, setJudge] = useState(() => guessing.loaded())
  useEffect(() => {
    // Without the words the rule stays open: the server judges too.
    if (password !== '' && judge === undefined)
      guessing.preload().then(
        (loaded) => setJudge(() => loaded),
        () => {},
      )
  }, [password, judge])
  return judge?.(password, username ?? typedName)
}

const looks = {
  inactive: { icon: 'circle', words: '{rule}' },
  success: { icon: 'check', words: toSay('{rule}<heard>, met</heard>') },
  error: { icon: 'cross', words: toSay('{rule}<heard>, not met yet</heard>') },
} as const

function PasswordRule({ words, state }: { words: string | undefined; state: keyof typeof looks }) {
  return (
    <li className={styles[state]}>
      <Icon name={looks[state].icon} />
      <span>
        {sentence(looks[state].words, {
          rule: <span>{words}</span>,
          heard: (met) => <VisuallyHidden>{met}</VisuallyHidden>,
        })}
      </span>
    </li>
  )
}

/** Reads aloud which rules have become met since the last time. */
function MetRules({ messages, met }: { messages: readonly string[]; met: string }) {
  const [read, setRead] = useState({ all: new Set<string>(), text: '' })
  const all = messages.join('\n') // as text, because the list is another one after every keystroke
  useEffect(() => {
    const timer = setTimeout(() => {
      const fresh = all.split('\n').filter((message, at) => met[at] === '1' && !read.all.has(message))
      if (fresh.length === 0) return
      setRead({ all: new Set([...read.all, ...fresh]), text: say('Met: {rules}', { rules: listed(fresh) }) })
    }, PAUSE)
    return () => clearTimeout(timer)
  }, [all, met, read])
  return <LiveRegion>{read.text}</LiveRegion>
}

/** What the last rule of a new password says; the server judges by the same function (docs/decisions/0094). */
const HARD_TO_GUESS = toSay('is not easy to guess')

/** Tells whether a password of this person is easy to guess. Its words are fetched when a password is first typed. */
const guessing = lazyCode(async () => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const common = commonWords(Object.values(dictionary))
  const { partner_name, partner_short_name, vendor, address } = pageData().institution
  return (password: string, username: string) =>
    isEasyToGuess(password, { partner_name, partner_short_name, vendor, address, username }, common)
})
