import { useState } from 'react'
import { maskedSsn, type SsnQuestion } from '../../../engine/index.ts'
import { MaskedInput, ShowToggle } from '../controls/index.ts'
import { Field } from '../layout/index.ts'
import { screenMemory, useAnswer, useScreenMemory } from '../store/index.ts'
import styles from './hideable.module.css'

/** A secret question that was answered before, when its answer is not stored where this page can read it (Q12). */
export const isWithheld = screenMemory<true>('a withheld answer')

/**
 * A screen reader would read out the value of a text box, even if dots cover it. A password box is not read out, but
 * browsers fill in passwords there and offer to keep them, except for codes that are used once.
 */
const notAPassword = {
  autoComplete: 'one-time-code',
  'data-1p-ignore': '',
  'data-bwignore': '',
  'data-lpignore': 'true',
}

/** A Social Security Number as 3-2-4 digits (requirement 4.ssn.1), hidden unless the person asks to see it. */
export function SsnField({ question }: { question: SsnQuestion }) {
  const [value, write, commit] = useAnswer(question)
  const [withheld] = useScreenMemory(isWithheld, question.key)
  const [shown, setShown] = useState(false)
  const why =
    withheld && value === ''
      ? "You already entered this number. For your privacy, it isn't kept on this device."
      : undefined
  return (
    <Field question={question} after={why}>
      {(control) => (
        <div className={styles.line}>
          <MaskedInput
            {...control}
            type={shown ? 'text' : 'password'}
            {...notAPassword}
            value={value}
            fits={14}
            inputMode="numeric"
            spellCheck={false}
            mask={maskedSsn}
            onWrite={write}
            onBlur={commit}
          />
          <ShowToggle what={question.label} shown={shown} onToggle={() => setShown(!shown)} />
        </div>
      )}
    </Field>
  )
}
