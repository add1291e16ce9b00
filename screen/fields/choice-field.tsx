import type { ChoiceQuestion } from '../../engine/index.ts'
import { Field } from './field.tsx'
import { RadioGroup } from './radio-group.tsx'
import { Select } from './select.tsx'

/** One of several. A searchable choice is a plain list too: the browser finds an entry by its first letters. */
export function ChoiceField({ question }: { question: ChoiceQuestion }) {
  if (question.as === 'radio') return <RadioGroup question={question} />
  return <Field question={question}>{(control) => <Select {...control} question={question} />}</Field>
}
