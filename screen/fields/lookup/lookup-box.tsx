import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { answerTo, type TextQuestion } from '../../../engine/index.ts'
import { Combobox, type ComboboxItem } from '../combobox/index.ts'
import type { Loan } from '../controls/index.ts'
import type { ControlAttributes } from '../layout/index.ts'
import { unsearched, useAnswer, useApplicationStore } from '../store/index.ts'
import { chooseFound, clearSearched } from './choose-found.ts'
import { createSuggester, nothing, type Suggested } from './create-suggester.ts'
import { suggest } from './look-up.ts'
import { type Searched, writeFreely } from './searched.ts'

export type LookupBoxProps = {
  question: TextQuestion
  control: ControlAttributes
  searched: Searched
  /** The box, which was there before this code. */
  loan: Loan
  /** What the person was typing in it. */
  started: string | undefined
}

/**
 * A box for a school or an address. The typed text is the answer, and choosing a result also fills the related answers
 * (requirements 4.autocomplete).
 */
export function LookupBox({ question, control, searched, loan, started }: LookupBoxProps) {
  const store = useApplicationStore()
  const [value, , commit] = useAnswer(question)
  const [{ found, loading, replied }, setSuggested] = useState<Suggested>(nothing)
  const suggester = useMemo(
    () => createSuggester((text) => suggest(searched.category, text), setSuggested),
    [searched.category],
  )
  useEffect(() => () => suggester.type(undefined), [suggester])
  useSearchedOnce(question.key, searched)
  const entries = useMemo(
    () => found.map(({ id, text, sub_text }) => ({ value: id, label: text, detail: sub_text })),
    [found],
  )

  const onType = (text: string | undefined) => {
    if (text !== undefined) writeFreely(store, searched, text)
    suggester.type(text)
  }
  const onChoose = (entry: ComboboxItem | null) => {
    if (entry === null) clearSearched(store, searched)
    else if (!entry.created) void chooseFound(store, searched, entry)
    else {
      writeFreely(store, searched, entry.label)
      commit()
    }
  }
  return (
    <Combobox
      {...control}
      {...{ loan, started }}
      label={question.label}
      fits={question.fits}
      autoComplete={question.autocomplete}
      chosen={value === '' ? null : { value, label: value }}
      entries={entries}
      loading={loading && entries.length === 0}
      found={replied}
      onType={onType}
      onChoose={onChoose}
      creatable
      // A street without a town often finds nothing, so the list opens only for results.
      quiet={searched.category === 'address'}
    />
  )
}

/** Asks once for a school that was typed before this code had come, so that it counts as done once that is answered. */
function useSearchedOnce(key: string, { category }: Searched): void {
  const store = useApplicationStore()
  const ask = useEffectEvent(async () => {
    if (!store.recall(unsearched, key)) return
    await suggest(category, answerTo(store.current().answer, key))
    store.remember(unsearched, key, undefined)
  })
  useEffect(() => void ask(), [])
}
