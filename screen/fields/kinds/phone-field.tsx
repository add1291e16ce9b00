import { maskedPhone, type PhoneQuestion } from '../../../engine/index.ts'
import { MaskedInput } from '../controls/index.ts'
import { Field } from '../layout/index.ts'
import { useAnswer } from '../store/index.ts'

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
