import { useMemo, useState } from 'react'
import { type ChoiceQuestion, labelOf, optionsOf, questionsByKey } from '../../../engine/index.ts'
import { admissions, otherNames } from '../../../form/index.ts'
import type { ControlAttributes } from '../controls/field.tsx'
import { useApplicationStore, useChoice, useLabel } from '../store/use-application.tsx'
import { Combobox } from './combobox.tsx'
import { type ComboboxItem, matching } from './matching.ts'

type OptionBoxProps = {
  question: ChoiceQuestion
  control: ControlAttributes
  /** Text that was left in the box although it is not an option. */
  unlisted: string | undefined
  onUnlisted: (text: string | undefined) => void
}

/** The box of a choice from a long list. */
export function OptionBox({ question, control, unlisted, onUnlisted }: OptionBoxProps) {
  const { today } = useApplicationStore()
  const [value, write, commit] = useChoice(question)
  const label = useLabel(question)
  const [typed, setTyped] = useState('')
  const entries = useMemo(() => entriesOf(question, today), [question, today])
  const found = useMemo(
    () => (typed.trim() === '' ? [...blankOf(question, today), ...entries] : matching(entries, typed)),
    [question, today, entries, typed],
  )
  return (
    <Combobox
      {...control}
      label={label}
      fits={question.fits}
      // Browsers fill a text box with the name of a country, and a select with its code.
      autoComplete={question.autocomplete?.replace(/\bcountry$/, 'country-name')}
      chosen={value === '' ? null : { value, label: labelOf(question, value) }}
      entries={found}
      unlisted={unlisted}
      onUnlisted={onUnlisted}
      onType={(text = '') => setTyped(text)}
      onChoose={(entry) => {
        write(entry?.value ?? '')
        commit()
      }}
    />
  )
}

/** The options besides the blank one, with the names and codes by which they are found, in every language in English too. */
export function entriesOf(question: ChoiceQuestion, today: string): readonly ComboboxItem[] {
  const names = otherNames[question.otherNames ?? '']
  const english = questionsByKey(admissions).get(question.key)
  return optionsOf(question, today)
    .filter(([value]) => value !== '')
    .map(([value, label]) => {
      const [code, ...others] = names?.[value] ?? []
      const name = english?.kind === 'choice' ? labelOf(english, value) : label
      const also = name === label ? others : [name, ...others]
      return code === undefined ? { value, label } : { value, label, otherNames: also, codes: [code, value] }
    })
}

/** The blank option, with which a list starts (3.options.2). No text finds it. */
const blankOf = (question: ChoiceQuestion, today: string): readonly ComboboxItem[] =>
  optionsOf(question, today).flatMap(([value, label]) => (value === '' ? [{ value, label }] : []))
