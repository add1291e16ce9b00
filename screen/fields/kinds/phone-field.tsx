import { maskedPhone, type PhoneQuestion } from '../../../engine/index.ts'
import { MaskedInput, useDroppedLetters } from '../controls/index.ts'
import { Field } from '../layout/index.ts'
import { useAnswer } from '../store/index.ts'

const usualLength = 14 // (###) ###-####

/** A phone number as (###) ###-#### (requirement 5.application.35). It accepts a paste in any common format. */
export function PhoneField({ question }: { question: PhoneQuestion }) {
  const [value, write, commit] = useAnswer(question)
  const [note, tell] = useDroppedLetters()
  return (
    <Field question={question} after={note}>
      {(control) => (
        <MaskedInput
          {...control}
          type="tel"
          value={value}
          fits={question.fits ?? usualLength}
          autoComplete={question.autocomplete}
          mask={maskedPhone}
          onWrite={(next, isCut) => {
            write(next)
            tell(isCut)
          }}
          onBlur={commit}
        />
      )}
    </Field>
  )
}
