import type { ParagraphQuestion } from '../../../engine/index.ts'
import { inputLook } from '../controls/index.ts'
import { Field } from '../layout/index.ts'
import { useAnswer } from '../store/index.ts'

/** A field for several lines of text, with its length and limit below (requirement 5.application.65). */
export function ParagraphField({ question }: { question: ParagraphQuestion }) {
  const [value, write, commit] = useAnswer(question)
  const count = [...value.normalize('NFC')].length // code points, as the engine counts
  return (
    <Field question={question} after={`Character count: ${count} / ${question.limit}`}>
      {(control) => (
        <textarea
          {...control}
          className={inputLook}
          value={value}
          rows={6}
          onChange={(event) => write(event.target.value)}
          onBlur={commit}
        />
      )}
    </Field>
  )
}
