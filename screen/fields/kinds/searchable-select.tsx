import { useMemo, useRef, useState } from 'react'
import { type ChoiceQuestion, labelOf, optionsOf } from '../../../engine/index.ts'
import { useLazyCode } from '../../parts/index.ts'
import { lazyCombobox, matching } from '../combobox/index.ts'
import { Select } from '../controls/index.ts'
import type { ControlAttributes } from '../layout/index.ts'
import { useAnswer, useApplicationStore } from '../store/index.ts'

type SearchableSelectProps = { question: ChoiceQuestion; control: ControlAttributes }

/** A choice from a long list, found by typing. Until its code has loaded, a native select is shown. */
export function SearchableSelect({ question, control }: SearchableSelectProps) {
  const { today } = useApplicationStore()
  const [value, write, commit] = useAnswer(question)
  const [typed, setTyped] = useState('')
  const list = useRef<HTMLSelectElement>(null)
  const { code: Box, onLeft } = useLazyCode(lazyCombobox, list)
  const entries = useMemo(
    () =>
      optionsOf(question, today)
        .filter(([each]) => each !== '')
        .map(([each, label]) => ({ value: each, label })),
    [question, today],
  )
  const found = useMemo(() => matching(entries, typed), [entries, typed])
  if (!Box) return <Select {...control} ref={list} onBlur={onLeft} question={question} />
  return (
    <Box
      {...control}
      label={question.label}
      fits={question.fits}
      // Browsers fill a text box with the name of a country, and a select with its code.
      autoComplete={question.autocomplete === 'country' ? 'country-name' : question.autocomplete}
      chosen={value === '' ? null : { value, label: labelOf(question, value) }}
      entries={found}
      onType={(text = '') => setTyped(text)}
      onChoose={(entry) => {
        write(entry?.value ?? '')
        commit()
      }}
    />
  )
}
