import type { ChoiceQuestion } from '../../../engine/index.ts'
import { Select } from '../controls/index.ts'
import { Field } from '../layout/index.ts'
import { RadioGroup } from './radio-group.tsx'
import { SearchableSelect } from './searchable-select.tsx'

/** A choice of one option. */
export function ChoiceField({ question }: { question: ChoiceQuestion }) {
  if (question.as === 'radio') return <RadioGroup question={question} />
  if (question.as === 'searchable') return <SearchableSelect question={question} />
  return <Field question={question}>{(control) => <Select {...control} question={question} />}</Field>
}
