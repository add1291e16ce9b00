import { useRef } from 'react'
import { answerTo, type TextQuestion } from '../../../engine/index.ts'
import { useApplicationStore } from '../application-provider.tsx'
import { Field } from '../field.tsx'
import { Input } from '../input.tsx'
import { useAnswer } from '../use-answer.ts'
import { useApplication } from '../use-application.ts'
import { useOnceHere } from '../use-once-here.ts'
import { lookupBox } from './fetch-lookup-box.ts'
import { type Searched, writeFreely } from './searched.ts'

/** A text that is searched for while it is typed. Until the box for it has been fetched, and for an address abroad, it is a plain one. */
export function SearchField({ question, searched }: { question: TextQuestion; searched: Searched }) {
  const store = useApplicationStore()
  const [value, , commit] = useAnswer(question)
  const input = useRef<HTMLInputElement>(null)
  const { Part: Box, onLeft } = useOnceHere(lookupBox, input)
  const country = useApplication(({ answer }) => answerTo(answer, searched.related.country ?? ''))
  const isAbroad = searched.category === 'address' && country !== '' && country !== 'USA'
  return (
    <Field question={question}>
      {(control) =>
        Box && !isAbroad ? (
          <Box question={question} control={control} searched={searched} />
        ) : (
          <Input
            {...control}
            ref={input}
            value={value}
            fits={question.fits}
            autoComplete={question.autocomplete}
            onChange={(event) => writeFreely(store, searched, event.target.value)}
            onBlur={() => {
              commit()
              onLeft()
            }}
          />
        )
      }
    </Field>
  )
}
