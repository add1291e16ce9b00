import { useEffect, useState } from 'react'
import { answerTo, isMet, type Question } from '../../../engine/index.ts'
import { pageData } from '../../client/index.ts'
import { useApplication } from '../../fields/index.ts'
import { Icon, LiveRegion, VisuallyHidden } from '../../parts/index.ts'
import styles from './account.module.css'
import { guessing, HARD_TO_GUESS } from './password-guessing.ts'

/**
 * The id of the rules for the password with this key, in one sentence that describes its field. It never changes: a
 * screen reader reads a description again whenever it does.
 */
export const passwordRulesId = (key: string) => `${key}-rules`

const LEAD = 'Choose a password that'

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
export function PasswordRules({ question, others = [], username }: PasswordRulesProps) {
  const [rules] = useState(() =>
    [question, ...others].flatMap(({ key, rules }) => rules.map((rule) => ({ rule, key }))),
  )
  const isEasy = useIsEasy(question.key, username)
  const isEmpty = useApplication(({ answer }) => answerTo(answer, question.key) === '')
  // As text, because a list would be another one after every keystroke.
  const met = useApplication(({ answer }) =>
    rules.map(({ rule, key }) => (isMet(rule, answerTo(answer, key), answer, pageData().today) ? 1 : 0)).join(''),
  )
  const id = passwordRulesId(question.key)
  const words = [...rules.map(({ rule }) => rule.message), HARD_TO_GUESS].join(', ')
  return (
    <>
      <p id={id} hidden>{`${LEAD} ${words}.`}</p>
      <div>
        <p className={styles.passwordRulesLead} id={`${id}-title`}>
          {LEAD}
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
            words={HARD_TO_GUESS}
            state={isEmpty || isEasy === undefined ? 'inactive' : isEasy ? 'error' : 'success'}
          />
        </ul>
      </div>
      <MetRules
        messages={[...rules.map(({ rule }) => rule.message ?? ''), HARD_TO_GUESS]}
        met={isEmpty ? '' : `${met}${isEasy === false ? 1 : 0}`}
      />
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
  inactive: { icon: 'circle', words: '' },
  success: { icon: 'check', words: ', met' },
  error: { icon: 'cross', words: ', not met yet' },
} as const

function PasswordRule({ words, state }: { words: string | undefined; state: keyof typeof looks }) {
  return (
    <li className={styles[state]}>
      <Icon name={looks[state].icon} />
      <span>
        <span>{words}</span>
        <VisuallyHidden>{looks[state].words}</VisuallyHidden>
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
      setRead({ all: new Set([...read.all, ...fresh]), text: `Met: ${fresh.join(', ')}` })
    }, PAUSE)
    return () => clearTimeout(timer)
  }, [all, met, read])
  return <LiveRegion>{read.text}</LiveRegion>
}
