import { type FocusEvent, type ReactNode, useRef } from 'react'
import type { Options, Question } from '../../../engine/index.ts'
import { LinkButton, sentence } from '../../parts/index.ts'
import { Choice, Choices } from '../controls/choice.tsx'
import styles from '../controls/controls.module.css'
import { FieldGroup } from '../controls/field.tsx'

type RadioSetProps = {
  /** The id and name of the group. */
  name: string
  label: string
  help?: string | undefined
  notice?: Question['notice']
  optional: boolean
  required: true | undefined
  messages: readonly string[]
  options: Options
  value: string
  onWrite: (value: string) => void
  /** The choice is final: it was clicked, or the focus has left the group. */
  onCommit: () => void
  /** Takes the choice back, where that is allowed. */
  onClear?: (() => void) | undefined
  children?: ReactNode
}

const mostInBoxes = 3
const mostSideBySide = 50 // characters that fit the text column, with radio buttons and spacing

/**
 * A choice among a few visible options. A click or the space bar commits the choice at once. Arrow keys pass through
 * other options on the way, so those commit when the focus leaves the group (Q10).
 */
export function RadioSet({ name, label, options, value, onWrite, onCommit, onClear, ...rest }: RadioSetProps) {
  const { required, messages, children, ...frame } = rest
  const byArrow = useRef(false)
  /** Where the focus enters the group. */
  const entered = options.some(([each]) => each === value) ? value : options[0]?.[0]
  const group = useRef<HTMLFieldSetElement>(null)
  const commitAtOnce = () => {
    if (!byArrow.current) onCommit()
  }
  const leave = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) onCommit()
  }
  const clear = () => {
    onClear?.()
    group.current?.querySelector('input')?.focus() // the button is gone
  }
  return (
    <FieldGroup
      {...frame}
      ref={group}
      id={name}
      name={name}
      label={label}
      messages={messages}
      role="radiogroup"
      aria-required={required}
      aria-invalid={messages.length > 0 || undefined}
      // An arrow key changes the selection between its keydown and its keyup.
      onKeyDown={(event) => {
        byArrow.current = event.key.startsWith('Arrow')
      }}
      onKeyUp={(event) => {
        byArrow.current = false
        if (event.key === ' ') onCommit() // on an option already selected by arrow keys, the space bar causes no click
      }}
      onBlur={leave}
    >
      {(described) => (
        <>
          <Choices as={arranged(options)}>
            {options.map(([each, words]) => (
              <Choice
                key={each}
                type="radio"
                label={words}
                id={`${name}-${each}`}
                name={name}
                value={each}
                checked={value === each}
                aria-describedby={each === entered ? described.entered : undefined}
                onChange={() => {
                  onWrite(each)
                  commitAtOnce()
                }}
                // A click on an option selected by arrow keys changes nothing, but confirms it.
                onClick={commitAtOnce}
              />
            ))}
          </Choices>
          {onClear && value !== '' && (
            <p className={styles.clear}>
              <LinkButton onClick={clear}>
                {sentence('<seen>Clear answer</seen>: {question}', { question: <span>{label}</span> })}
              </LinkButton>
            </p>
          )}
        </>
      )}
    </FieldGroup>
  )
}

function arranged(options: Options): 'boxes' | 'stack' | 'list' {
  if (options.length > mostInBoxes) return 'list'
  return options.reduce((sum, [, label]) => sum + label.length, 0) > mostSideBySide ? 'stack' : 'boxes'
}
