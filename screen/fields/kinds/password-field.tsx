import { useState } from 'react'
import { type PasswordQuestion, say } from '../../../engine/index.ts'
import styles from '../controls/controls.module.css'
import { Field } from '../controls/field.tsx'
import { Input, ShowToggle } from '../controls/input.tsx'
import { useAnswer, useMessages } from '../store/use-application.tsx'

/** A password field on an account card. It can be pasted into, shown, and filled in by a password manager. */
export function PasswordField({ question }: { question: PasswordQuestion }) {
  const [value, write, commit] = useAnswer(question)
  const problems = useMessages([question])
  const [shown, setShown] = useState(false)
  // A password with several rules has a checklist below it, so the field only refers to that list.
  const pointing =
    value === ''
      ? say('Missing: {question}', { question: question.label })
      : say('This does not meet every rule below.')
  const messages = problems.length > 0 && question.rules.length > 1 ? [pointing] : problems
  return (
    <Field question={question} messages={messages}>
      {(control) => (
        <div className={styles.within}>
          <Input
            {...control}
            className={styles.roomForToggle}
            type={shown ? 'text' : 'password'}
            value={value}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            autoComplete={question.autocomplete}
            onChange={(event) => write(event.target.value)}
            onBlur={commit}
          />
          <ShowToggle what={question.label} shown={shown} onToggle={() => setShown(!shown)} />
        </div>
      )}
    </Field>
  )
}
