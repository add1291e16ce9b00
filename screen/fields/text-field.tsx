import type { TextQuestion } from '../../engine/index.ts'
import { Field } from './field.tsx'
import { Input } from './input.tsx'
import { useAnswer } from './use-answer.ts'

/** One line of text. */
export function TextField({ question }: { question: TextQuestion }) {
  const [value, write, commit] = useAnswer(question)
  return (
    <Field question={question}>
      {(control) => (
        <Input
          {...control}
          value={value}
          fits={question.fits}
          inputMode={question.inputMode}
          autoComplete={question.autocomplete}
          onChange={(event) => write(event.target.value)}
          onBlur={commit}
        />
      )}
    </Field>
  )
}
