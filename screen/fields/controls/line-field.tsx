import type { Ref } from 'react'
import type { TextQuestion } from '../../../engine/index.ts'
import { useAnswer } from '../store/use-application.tsx'
import { type ControlAttributes, Field } from './field.tsx'
import { Input } from './input.tsx'

type LineFieldProps = {
  question: TextQuestion
  after?: string | undefined
  ref?: Ref<HTMLInputElement>
  /** Handles the typed text, for fields where typing does more than write the answer. */
  onWrite?: ((text: string) => void) | undefined
  onLeft?: () => void
}

/** A field for one line of text. Its answer is read inside, so that a keystroke does not draw the field around. */
export function LineField({ question, after, ...box }: LineFieldProps) {
  return (
    <Field question={question} after={after}>
      {(control) => <Line {...control} {...box} question={question} />}
    </Field>
  )
}

function Line({ question, onWrite, onLeft, ...rest }: ControlAttributes & Omit<LineFieldProps, 'after'>) {
  const [value, write, commit] = useAnswer(question)
  return (
    <Input
      {...rest}
      value={value}
      fits={question.fits}
      inputMode={question.inputMode}
      autoComplete={question.autocomplete}
      onChange={({ target }) => (onWrite ?? write)(target.value)}
      onBlur={() => {
        commit()
        onLeft?.()
      }}
    />
  )
}
