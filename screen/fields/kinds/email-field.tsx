import type { EmailQuestion } from '../../../engine/index.ts'
import { Input } from '../controls/index.ts'
import { Field } from '../layout/index.ts'
import { useAnswer } from '../store/index.ts'

const usualLength = 30

/** An email address. Its type is text, because `type="email"` has other rules and shows the browser's own messages. */
export function EmailField({ question }: { question: EmailQuestion }) {
  const [value, write, commit] = useAnswer(question)
  return (
    <Field question={question}>
      {(control) => (
        <Input
          {...control}
          value={value}
          fits={question.fits ?? usualLength}
          inputMode="email"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          autoComplete={question.autocomplete}
          onChange={(event) => write(event.target.value)}
          onBlur={commit}
        />
      )}
    </Field>
  )
}
