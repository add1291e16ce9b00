import { useContext } from 'react'
import type { TextQuestion } from '../../engine/index.ts'
import { Field } from './field.tsx'
import { Input } from './input.tsx'
import { SearchField } from './lookup/search-field.tsx'
import { SearchedContext } from './lookup/searched.ts'
import { useAnswer } from './use-answer.ts'

/** One line of text; of a school the name, and of an address the first line, is searched for. */
export function TextField({ question }: { question: TextQuestion }) {
  const searched = useContext(SearchedContext)
  if (searched?.key === question.key) return <SearchField question={question} searched={searched} />
  return <PlainField question={question} />
}

function PlainField({ question }: { question: TextQuestion }) {
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
