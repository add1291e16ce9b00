import { maskedPhone, type PhoneQuestion } from '../../engine/index.ts'
import { Field } from './field.tsx'
import { MaskedInput } from './masked-input.tsx'
import { useAnswer } from './use-answer.ts'

const usualLength = 14 // (###) ###-####

/** A phone number as (###) ###-#### (requirement 5.application.35). It accepts a paste in any common format. */
export function PhoneField({ question }: { question: PhoneQuestion }) {
  const [value, write, commit] = useAnswer(question)
  return (
    <Field question={question}>
      {(control) => (
        <MaskedInput
          {...control}
          type="tel"
          value={value}
          fits={question.fits ?? usualLength}
          autoComplete={question.autocomplete}
          mask={maskedPhone}
          onWrite={write}
          onBlur={commit}
        />
      )}
    </Field>
  )
}
