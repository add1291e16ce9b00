import { type ReactElement, useRef, useState } from 'react'
import { answerTo } from '../../../engine/index.ts'
import { useLazyCode } from '../../parts/index.ts'
import { Field } from '../controls/field.tsx'
import { createLoan, LentInput } from '../controls/input.tsx'
import { LineField } from '../controls/line-field.tsx'
import { unsearched } from '../store/application-store.ts'
import { useApplication, useApplicationStore } from '../store/use-application.tsx'
import { lazyLookupFields } from './lazy-boxes.ts'
import { type LookupFieldProps, writeFreely } from './searched.ts'

/** A text field with a search, or the ZIP code field next to it. */
export function LookupField(props: LookupFieldProps) {
  return props.searched.key === props.question.key ? <SearchField {...props} /> : <ZipCode {...props} />
}

/** A plain text field until its code has loaded, which then looks up a ZIP code that was typed and left before. */
function ZipCode({ question, searched }: LookupFieldProps) {
  const store = useApplicationStore()
  const input = useRef<HTMLInputElement>(null)
  const typed = useRef(false)
  const { code: fields, onLeft } = useLazyCode(lazyLookupFields, input)
  const write = (text: string) => {
    typed.current = true
    store.write(question.key, text)
  }
  if (fields) return <fields.ZipField question={question} searched={searched} typed={typed} onWrite={write} />
  return <LineField question={question} ref={input} onWrite={write} onLeft={onLeft} />
}

/**
 * A text field that searches while the person types; for an address abroad, a plain one. It is plain until the code of
 * the search has come too, which then borrows the box and searches for what is being typed in it. A school typed before
 * is not done until its search has answered.
 */
function SearchField({ question, searched }: LookupFieldProps) {
  const store = useApplicationStore()
  const country = useApplication(
    ({ answer }) => answerTo(answer, searched.related.country ?? ''),
    [searched.related.country ?? ''],
  )
  const isAbroad = searched.category === 'address' && country !== '' && country !== 'USA'
  const [loan] = useState(createLoan)
  const [typing, setTyping] = useState(false)
  const [asked, ask] = useState<ReactElement>()
  const { code: fields } = useLazyCode(lazyLookupFields, nothingToReplace, typing)
  const search = (text: string) => {
    setTyping(true)
    if (isAbroad) store.write(question.key, text)
    else {
      writeFreely(store, searched, text)
      const isWaiting = searched.category === 'address' || store.recall(unsearched, question.key)
      if (!isWaiting) store.remember(unsearched, question.key, true)
    }
  }
  const leave = () => {
    setTyping(false)
    store.commit(question.key)
  }
  const LookupBox = isAbroad ? undefined : fields?.LookupBox
  return (
    <Field question={question} after={asked}>
      {(control) => (
        <LentInput
          {...control}
          question={question}
          loan={loan}
          fits={question.fits}
          inputMode={question.inputMode}
          autoComplete={question.autocomplete}
          onChange={({ target }) => search(target.value)}
          onBlur={leave}
        >
          {LookupBox && (
            <LookupBox
              question={question}
              control={control}
              searched={searched}
              loan={loan}
              onAsk={ask}
              started={typing && isFocused(question.key) ? answerTo(store.current().answer, question.key) : undefined}
            />
          )}
        </LentInput>
      )}
    </Field>
  )
}

/** The box stays, so the code is used as soon as it has come. */
const nothingToReplace = { current: null }

/** Somebody who left the box before the code had come is not searching any more. */
const isFocused = (key: string) => document.activeElement?.id === key
