import { type ReactElement, useEffect, useMemo, useState } from 'react'
import { answerTo, isGiven, type TextQuestion } from '../../../engine/index.ts'
import { lazyPart } from '../../parts/index.ts'
import type { ControlAttributes } from '../controls/field.tsx'
import type { Loan } from '../controls/input.tsx'
import { type ApplicationStore, unsearched } from '../store/application-store.ts'
import { useAnswer, useApplicationStore, useLabel } from '../store/use-application.tsx'
import { Combobox } from './combobox.tsx'
import { recordOf, type Suggestion, suggest } from './look-up.ts'
import type { ComboboxItem } from './matching.ts'
import { clear, fillType, keepName, type Origin, origin, type Searched, set, writeFreely } from './searched.ts'

const NearSchools = lazyPart(async () => (await import('./near-schools.tsx')).NearSchools, { preloaded: true })

type LookupBoxProps = {
  question: TextQuestion
  control: ControlAttributes
  searched: Searched
  /** The box, which was there before this code. */
  loan: Loan
  /** What the person was typing in it. */
  started: string | undefined
  /** Draws what is to be asked below the box (near-schools.tsx). */
  onAsk: (question: ReactElement | undefined) => void
}

/**
 * A box for a school or an address. The typed text is the answer, and choosing a result also fills the related answers
 * (requirements 4.autocomplete).
 */
export function LookupBox({ question, control, searched, loan, started, onAsk }: LookupBoxProps) {
  const store = useApplicationStore()
  const [value, , commit] = useAnswer(question)
  const [{ found, loading, replied }, setSuggested] = useState<Suggested>(nothing)
  const search = useMemo(() => createSearch(store, searched), [store, searched])
  const suggester = useMemo(() => createSuggester(search.find, setSuggested), [search])
  useEffect(() => () => suggester.type(undefined), [suggester])
  const choose = (entry: ComboboxItem) => void chooseFound(store, searched, entry)
  // Typed before this code had come.
  const [isUnsearched] = useState(() => store.recall(unsearched, searched.key) === true)
  const [left, setLeft] = useState(() =>
    isUnsearched && started === undefined ? answerTo(store.current().answer, searched.key).trim() : undefined,
  )
  useEffect(() => {
    if (isUnsearched) search.await(answerTo(store.current().answer, searched.key))
  }, [isUnsearched, store, searched, search])
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
    else if (!entry.created) choose(entry)
    else {
      writeFreely(store, searched, entry.label)
      search.await(entry.label)
      commit()
      if (entry.created === 'chosen') keepName(store, searched, entry.label)
      else setLeft(entry.label)
    }
  }
  return (
    <>
      <Combobox
        {...control}
        loan={loan}
        started={started}
        label={useLabel(question)}
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
      {left !== undefined && searched.category !== 'address' && (
        <NearSchools {...{ searched, onAsk }} name={left} find={search.foundFor} onChoose={choose} />
      )}
    </>
  )
}

type Search = {
  readonly find: (text: string) => Promise<readonly Suggestion[]>
  /** What the last search found, or a new one if that was for another text. */
  readonly foundFor: (text: string) => Promise<readonly Suggestion[]>
  /** The person has left the box with this text: it counts as left to do until its search has answered. */
  readonly await: (text: string) => void
}

/** The search of one box. Only a school waits for it: an address without a suggestion is an address all the same. */
function createSearch(store: ApplicationStore, { category, key }: Searched): Search {
  let asked: string | undefined
  let answered: string | undefined
  let last: { readonly text: string; readonly found: Promise<readonly Suggestion[]> } | undefined
  const find = (text: string) => {
    last = { text: text.trim(), found: search(text) }
    return last.found
  }
  const search = async (text: string) => {
    asked = text.trim()
    const mine = asked
    const found = await suggest(category, text)
    answered = mine
    if (asked === mine) asked = undefined
    if (mine === answerTo(store.current().answer, key).trim()) store.remember(unsearched, key, undefined)
    return found
  }
  return {
    find,
    foundFor: (text) => (last?.text === text.trim() ? last.found : find(text)),
    await(text) {
      const isAnswered = answered === text.trim() || text.trim().length < SHORTEST
      const isWaiting = category !== 'address' && !isAnswered
      if (isWaiting || store.recall(unsearched, key)) store.remember(unsearched, key, isWaiting || undefined)
      if (isWaiting && asked !== text.trim()) void find(text)
    },
  }
}

/** Clears the choice and the answers it filled (requirement 4.autocomplete.2). */
function clearSearched(store: ApplicationStore, searched: Searched): void {
  set(store, searched.key, '')
  clear(store, searched, () => true)
  store.remember(origin, searched.key, undefined)
}

/**
 * Applies a chosen search result: its text at once, the rest as soon as its record arrives, unless the person has
 * changed the field meanwhile. If the record cannot be read, only the text stays (requirement 7.lookup.7), and the
 * person is asked for the rest.
 */
async function chooseFound(
  store: ApplicationStore,
  searched: Searched,
  { value: id, label }: ComboboxItem,
): Promise<void> {
  const { category, key, related } = searched
  const mine: Origin = { kind: 'chosen', record: undefined }
  set(store, key, label)
  clear(store, searched, () => true)
  store.remember(origin, key, mine)
  const record = await recordOf(category, id)
  if (store.recall(origin, key) !== mine) return
  if (record === undefined) return store.remember(origin, key, { kind: 'chosen without record' })
  for (const [role, each] of Object.entries(related)) {
    // An answer that is already there was typed while the record was loading.
    if (!isGiven(store.current().answer[each])) set(store, each, role === 'list_id' ? id : (record[role] ?? ''))
  }
  fillType(store, searched, record.type)
  store.remember(origin, key, { kind: 'chosen', record })
}

/** The suggestions to show now; `loading` while a newer reply is on its way, `replied` once there was one. */
type Suggested = {
  readonly found: readonly Suggestion[]
  readonly loading: boolean
  readonly replied: boolean
}

type Suggester = {
  /** Called with each text typed, and with undefined when typing ends. */
  readonly type: (text: string | undefined) => void
}

const DEBOUNCE = 200 // ms; 9.lookup.2
const MOST_WAIT = 500 // ms; 9.lookup.2
const SHORTEST = 2 // characters

/** Before there is text to search for. */
const nothing: Suggested = { found: [], loading: false, replied: false }

/**
 * Searches while a person types: 200 ms after the last letter, but no later than 500 ms after the first letter not yet
 * searched for. Only the reply to the newest search counts, however late it arrives; earlier results stay until then.
 */
export function createSuggester(
  find: (text: string) => Promise<readonly Suggestion[]>,
  tell: (suggested: Suggested) => void,
): Suggester {
  let now = nothing
  let newest = 0
  let waitingSince: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const set = (next: Suggested) => {
    now = next
    tell(next)
  }

  async function search(text: string): Promise<void> {
    waitingSince = undefined
    newest += 1
    const mine = newest
    const found = await find(text)
    if (mine === newest) set({ found, loading: waitingSince !== undefined, replied: true })
  }

  return {
    type(text) {
      clearTimeout(timer)
      if (text === undefined || text.trim().length < SHORTEST) {
        newest += 1
        waitingSince = undefined
        if (now !== nothing) set(nothing)
        return
      }
      waitingSince ??= Date.now()
      const wait = Math.min(DEBOUNCE, waitingSince + MOST_WAIT - Date.now())
      timer = setTimeout(() => void search(text), Math.max(0, wait))
      if (!now.loading) set({ ...now, loading: true })
    },
  }
}
