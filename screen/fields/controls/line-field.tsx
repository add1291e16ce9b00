import type { Ref } from 'react'
import type { TextQuestion } from '../../../engine/index.ts'
import { useAnswer } from '../store/use-application.tsx'
import { Field } from './field.tsx'
import { Input } from './input.tsx'

type LineFieldProps = {
  question: TextQuestion
  after?: string | undefined
  ref?: Ref<HTMLInputElement>
  /** Handles the typed text, for fields where typing does more than write the answer. */
  onWrite?: ((text: string) => void) | undefined
  onLeft?: () => void
}

/** A field for one line of text. */
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
