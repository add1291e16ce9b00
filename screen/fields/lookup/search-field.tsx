import { answerTo } from '../../../engine/index.ts'
import { LineField } from '../controls/index.ts'
import { Field } from '../layout/index.ts'
import { useApplication } from '../store/index.ts'
import { LookupBox } from './lookup-box.tsx'
import type { LookupFieldProps } from './searched.ts'

/** A text field that searches while the person types; for an address abroad, a plain one. */
export function SearchField({ question, searched }: LookupFieldProps) {
  const country = useApplication(({ answer }) => answerTo(answer, searched.related.country ?? ''))
  const isAbroad = searched.category === 'address' && country !== '' && country !== 'USA'
  if (isAbroad) return <LineField question={question} />
  return (
    <Field question={question}>
      {(control) => <LookupBox question={question} control={control} searched={searched} />}
    </Field>
  )
}
