import { useContext, useRef } from 'react'
import { type ChoiceQuestion, labelOf, offeredOptions, optionsOf, say } from '../../../engine/index.ts'
import { LiveRegion, useLazyCode } from '../../parts/index.ts'
import { Field } from '../controls/field.tsx'
import { Select } from '../controls/select.tsx'
import { lazyOptionBox } from '../lookup/lazy-boxes.ts'
import { SearchedContext } from '../lookup/searched.ts'
import { screenMemory } from '../store/application-store.ts'
import {
  useAnswer,
  useApplication,
  useApplicationStore,
  useLabel,
  useMessages,
  useOptional,
  useRequired,
  useScreenMemory,
} from '../store/use-application.tsx'
import { RadioSet } from './radio-set.tsx'

/** A choice of one option. */
export function ChoiceField({ question }: { question: ChoiceQuestion }) {
  if (question.as === 'radio') return <RadioGroup question={question} />
  if (question.as === 'searchable') return <SearchableSelect question={question} />
  return <Field question={question}>{(control) => <Select {...control} question={question} />}</Field>
}

/** A choice among a few visible options. An answer that is never required can be taken back. */
function RadioGroup({ question }: { question: ChoiceQuestion }) {
  const { key, help } = question
  const { today } = useApplicationStore()
  const [value, write, commit] = useAnswer(question)
  const clear = () => {
    write('')
    commit()
  }
  return (
    <RadioSet
      name={key}
      label={useLabel(question)}
      help={help}
      optional={useOptional([question])}
      required={useRequired([question])}
      messages={useMessages([question])}
      options={offeredOptions(optionsOf(question, today), question, today, value).filter(([each]) => each !== '')}
      value={value}
      onWrite={write}
      onCommit={commit}
      onClear={question.required === false ? clear : undefined}
    />
  )
}

/** Text that was left in the box of a choice although it is not an option. */
const unlistedText = screenMemory<string>('the text that is not an option')

/**
 * A choice from a long list, found by typing. Until its code has loaded, a native select is shown, which answers the
 * question without a search. A select cannot become an input, so the box takes its place, its focus and its choice,
 * while the search of a school borrows the box that is there (`LentInput`). Text that is not an option stays in the box
 * with a message, as soon as the box is left, and changes no answer: the person decides (docs/decisions/0008). It is not
 * a problem of the application, so it blocks neither saving nor submitting, and the message says which answer counts.
 */
function SearchableSelect({ question }: { question: ChoiceQuestion }) {
  const [value] = useAnswer(question)
  const label = useLabel(question)
  const [unlisted, remember] = useScreenMemory(unlistedText, question.key)
  const list = useRef<HTMLSelectElement>(null)
  const { code: Box, onLeft } = useLazyCode(lazyOptionBox, list)
  const message = unlisted === undefined ? undefined : notListed(value === '' ? undefined : labelOf(question, value))
  return (
    <Field question={question} messages={message === undefined ? undefined : [message]} after={useStoredAs(question)}>
      {(control) => (
        <>
          {Box ? (
            <Box question={question} control={control} unlisted={unlisted} onUnlisted={remember} />
          ) : (
            <Select {...control} ref={list} onBlur={onLeft} question={question} />
          )}
          {/* By then the focus is in another field, so the message names this one. */}
          <LiveRegion>{message && say('{question}: {message}', { question: label, message })}</LiveRegion>
        </>
      )}
    </Field>
  )
}

/** Says which country an address in a territory has; undefined for any other. */
function useStoredAs({ key, storedAs = {} }: ChoiceQuestion): string | undefined {
  const stateKey = useContext(SearchedContext)?.related.state ?? ''
  const territory = useApplication(
    ({ answer }) => {
      const stored = Object.values(storedAs)
      return stored.find(([country, state]) => answer[key] === country && answer[stateKey] === state)?.[1]
    },
    [key, stateKey],
  )
  return territory && say('An address in {territory} has United States as its country.', { territory })
}

const notListed = (answer: string | undefined) =>
  [
    say('This is not in the list. Please choose an option from the list.'),
    ...(answer === undefined ? [] : [say('Your answer is still {answer}.', { answer })]),
  ].join(' ')
