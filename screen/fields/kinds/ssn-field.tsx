import { type ReactNode, useState } from 'react'
import { isMasked, isSsn, maskedSsn, type SsnQuestion, say } from '../../../engine/index.ts'
import { Button, sentence } from '../../parts/index.ts'
import styles from '../controls/controls.module.css'
import { Field } from '../controls/field.tsx'
import { MaskedInput, ShowToggle, useDroppedLetters } from '../controls/input.tsx'
import { screenMemory } from '../store/application-store.ts'
import { useAnswer, useOptional, useScreenMemory } from '../store/use-application.tsx'

/** A secret question that was answered before, when its answer is not stored where this page can read it (Q12). */
export const isWithheld = screenMemory<true>('a withheld answer')

/**
 * A screen reader would read out the value of a text box, even if dots cover it. A password box is not read out, but
 * browsers and password managers take it for one. They are told to leave it alone. The token for codes that are used
 * once would do that too, but phones would offer the code of the account there.
 */
const notAPassword = {
  autoComplete: 'off',
  'data-1p-ignore': '',
  'data-bwignore': '',
  'data-lpignore': 'true',
}

/**
 * A Social Security number as 3-2-4 digits (requirement 4.ssn.1), hidden unless the person asks to see it. A number from
 * the server comes masked and can only be replaced or removed as a whole (Q68).
 */
export function SsnField({ question }: { question: SsnQuestion }) {
  const { key, label } = question
  const [value, write, commit] = useAnswer(question)
  const [withheld] = useScreenMemory(isWithheld, key)
  const [shown, setShown] = useState(false)
  /** What is typed in place of a masked number, which stays until the new one is whole or the field is left. */
  const [typed, setTyped] = useState<string>()
  const masked = isMasked(value)
  const fixed = masked && typed === undefined
  const [cut, tell] = useDroppedLetters()
  const optional = useOptional([question])
  const named = { question: <span>{label}</span> }
  const button = (words: ReactNode, onPress: () => void) => (
    <Button
      variant="quiet"
      size="small"
      onClick={() => {
        onPress()
        document.getElementById(key)?.focus() // the button goes away
      }}
    >
      {words}
    </Button>
  )
  const remove = () => {
    write('')
    commit()
  }
  const leave = () => {
    if (masked && typed) write(typed)
    else if (masked) tell(false) // nothing was kept of what was typed in its place
    setTyped(undefined)
    commit()
  }
  const note = fixed
    ? noteAbout(value)
    : masked
      ? say('Leave this blank to keep your number.')
      : withheld && value === ''
        ? say('You already entered this number. For your privacy, it isn’t kept on this device.')
        : undefined
  return (
    <Field question={question} after={cut ?? note}>
      {(control) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: notes that the box and its buttons were left
        <div
          className={styles.hideable}
          onBlur={({ currentTarget, relatedTarget }) =>
            // In a window that is left for another one, the box keeps the focus.
            currentTarget.contains(relatedTarget ?? document.activeElement) || leave()
          }
        >
          <MaskedInput
            {...control}
            type={shown || fixed ? 'text' : 'password'}
            {...notAPassword}
            readOnly={fixed}
            value={masked ? (typed ?? value) : value}
            fits={14}
            inputMode="numeric"
            spellCheck={false}
            mask={maskedSsn}
            onWrite={(next, isCut) => {
              tell(isCut)
              if (masked) setTyped(next)
              if (!masked || isSsn(next)) write(next)
            }}
          />
          {fixed ? (
            <>
              {button(sentence('<seen>Change</seen> {question}', named), () => setTyped(''))}
              {optional && button(sentence('<seen>Remove</seen> {question}', named), remove)}
            </>
          ) : (
            <ShowToggle what={label} shown={shown} onToggle={() => setShown(!shown)} />
          )}
        </div>
      )}
    </Field>
  )
}

const noteAbout = (masked: string) =>
  isSsn(masked)
    ? say('Your number ends in {digits}. For your privacy, we don’t show the rest.', { digits: masked.slice(-4) })
    : say('Digits of your number are missing. Please change it.')
