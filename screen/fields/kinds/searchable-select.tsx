import { useContext, useRef } from 'react'
import { type ChoiceQuestion, labelOf } from '../../../engine/index.ts'
import { LiveRegion, useLazyCode } from '../../parts/index.ts'
import { lazyOptionBox } from '../combobox/index.ts'
import { Select } from '../controls/index.ts'
import { Field } from '../layout/index.ts'
import { SearchedContext } from '../lookup/index.ts'
import { screenMemory, useAnswer, useApplication, useScreenMemory } from '../store/index.ts'

/** Text that was left in the box of a choice although it is not an option. */
const unlistedText = screenMemory<string>('the text that is not an option')

/**
 * A choice from a long list, found by typing. Until its code has loaded, a native select is shown, which answers the
 * question without a search. A select cannot become an input, so the box takes its place, its focus and its choice,
 * while the search of a school borrows the box that is there (`LentInput`). Text that is not an option stays in the box
 * with a message, as soon as the box is left, and changes no answer: the person decides (docs/decisions/0008). It is not
 * a problem of the application, so it blocks neither saving nor submitting, and the message says which answer counts.
 */
export function SearchableSelect({ question }: { question: ChoiceQuestion }) {
  const [value] = useAnswer(question)
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
          <LiveRegion>{message && `${question.label}: ${message}`}</LiveRegion>
        </>
      )}
    </Field>
  )
}

/** Says which country an address in a territory has; undefined for any other. */
function useStoredAs({ key, storedAs = {} }: ChoiceQuestion): string | undefined {
  const stateKey = useContext(SearchedContext)?.related.state ?? ''
  const territory = useApplication(({ answer }) => {
    const stored = Object.values(storedAs)
    return stored.find(([country, state]) => answer[key] === country && answer[stateKey] === state)?.[1]
  })
  return territory && `An address in ${territory} has United States as its country.`
}

const notListed = (answer: string | undefined) =>
  `This is not in the list. Please choose an option from the list.${answer === undefined ? '' : ` Your answer is still ${answer}.`}`
