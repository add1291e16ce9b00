import { type FocusEvent, useRef } from 'react'
import { type ChoiceQuestion, type Options, optionsOf } from '../../../engine/index.ts'
import { Choice, Choices } from '../controls/index.ts'
import { FieldGroup } from '../layout/index.ts'
import { useAnswer, useApplicationStore, useMessages, useOptional } from '../store/index.ts'

const mostInBoxes = 3
const mostSideBySide = 50 // characters that fit the text column, with radio buttons and spacing

/**
 * A choice among a few visible options. A click or the space bar commits the answer at once. Arrow keys pass through
 * other answers on the way, so those commit when the focus leaves the group (Q10).
 */
export function RadioGroup({ question }: { question: ChoiceQuestion }) {
  const { key, label, help } = question
  const { today } = useApplicationStore()
  const [value, write, commit] = useAnswer(question)
  const messages = useMessages([question])
  const optional = useOptional([question])
  const byArrow = useRef(false)
  const options = optionsOf(question, today).filter(([each]) => each !== '')

  const commitAtOnce = () => {
    if (!byArrow.current) commit()
  }
  const leave = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) commit()
  }
  return (
    <FieldGroup
      id={key}
      name={key}
      label={label}
      help={help}
      optional={optional}
      messages={messages}
      role="radiogroup"
      aria-invalid={messages.length > 0 || undefined}
      // An arrow key changes the selection between its keydown and its keyup.
      onKeyDown={(event) => {
        byArrow.current = event.key.startsWith('Arrow')
      }}
      onKeyUp={(event) => {
        byArrow.current = false
        if (event.key === ' ') commit() // on an option already selected by arrow keys, the space bar causes no click
      }}
      onBlur={leave}
    >
      <Choices as={arranged(options)}>
        {options.map(([each, words]) => (
          <Choice
            key={each}
            type="radio"
            label={words}
            id={`${key}-${each}`}
            name={key}
            value={each}
            checked={value === each}
            onChange={() => {
              write(each)
              commitAtOnce()
            }}
            // A click on an option selected by arrow keys changes nothing, but confirms it.
            onClick={commitAtOnce}
          />
        ))}
      </Choices>
    </FieldGroup>
  )
}

function arranged(options: Options): 'boxes' | 'stack' | 'list' {
  if (options.length > mostInBoxes) return 'list'
  return options.reduce((sum, [, label]) => sum + label.length, 0) > mostSideBySide ? 'stack' : 'boxes'
}
