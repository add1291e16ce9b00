import type { Ref } from 'react'
import type { TextQuestion } from '../../engine/index.ts'
import { Field } from './field.tsx'
import { Input } from './input.tsx'
import { useAnswer } from './use-answer.ts'

export type LineFieldProps = {
  question: TextQuestion
  after?: string | undefined
  ref?: Ref<HTMLInputElement>
  /** Takes what is typed, where it is more than the answer. */
  onWrite?: ((text: string) => void) | undefined
  onLeft?: () => void
}

/** One line of text. */
export function LineField({ question, after, ref, onWrite, onLeft }: LineFieldProps) {
  const [value, write, commit] = useAnswer(question)
  return (
    <Field question={question} after={after}>
      {(control) => (
        <Input
          {...control}
          ref={ref}
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
      )}
    </Field>
  )
}
