import { answerTo, isMet, type Question, type Rule } from '../../../engine/index.ts'
import { pageData } from '../../client/index.ts'
import { useApplication } from '../../fields/index.ts'
import { Icon, VisuallyHidden } from '../../parts/index.ts'
import styles from './password-rules.module.css'

/**
 * The rules for a new password, including those of its confirmation in `others`. Each rule is inactive while the
 * password is empty, and otherwise met or not met (requirements 5.auth.12 and 5.auth.13).
 */
export function PasswordRules({ question, others = [] }: { question: Question; others?: readonly Question[] }) {
  return (
    <>
      <p className={styles.lead} id="password-rules">
        A password that
      </p>
      <ul className={styles.rules} aria-labelledby="password-rules">
        {[question, ...others].flatMap(({ key, rules }) =>
          rules.map((rule) => (
            <PasswordRule key={rule.message} rule={rule} valueKey={key} passwordKey={question.key} />
          )),
        )}
      </ul>
    </>
  )
}

const looks = {
  inactive: { icon: 'circle', words: '' },
  success: { icon: 'check', words: ', met' },
  error: { icon: 'cross', words: ', not met yet' },
} as const

type PasswordRuleProps = { rule: Rule; valueKey: string; passwordKey: string }

function PasswordRule({ rule, valueKey, passwordKey }: PasswordRuleProps) {
  const state = useApplication(({ answer }): keyof typeof looks => {
    if (answerTo(answer, passwordKey) === '') return 'inactive'
    return isMet(rule, answerTo(answer, valueKey), answer, pageData().today) ? 'success' : 'error'
  })
  return (
    <li className={styles[state]}>
      <Icon name={looks[state].icon} />
      <span>
        {rule.message}
        <VisuallyHidden>{looks[state].words}</VisuallyHidden>
      </span>
    </li>
  )
}
