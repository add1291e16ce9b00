import { Fragment, type ReactElement, useEffect, useEffectEvent, useState } from 'react'
import { answerTo } from '../../../engine/index.ts'
import { Button, given, released, sentence, VisuallyHidden } from '../../parts/index.ts'
import { controlOf } from '../controls/focus-question.ts'
import { screenMemory } from '../store/application-store.ts'
import { useApplication, useApplicationStore } from '../store/use-application.tsx'
import type { Suggestion } from './look-up.ts'
import type { ComboboxItem } from './matching.ts'
import { isOwnText, type Searched } from './searched.ts'

const MOST = 3 // schools; more would be a second list
const SHORTEST = 4 // characters; fewer are found in too many names
const LATEST = 2_000 // ms; later the person is busy with what would move

/** The names that somebody was asked about in this box, or said in its list to be right. */
const askedNames = screenMemory<readonly string[]>('the names about which was asked')

type NearSchoolsDeps = {
  readonly searched: Searched
  readonly find: (name: string) => Promise<readonly Suggestion[]>
  readonly onChoose: (entry: ComboboxItem) => void
  readonly onAsk: (question: ReactElement | undefined) => void
}

type NearSchools = {
  /** The person has left the box with this name. Asks below it about schools with similar names, once for each name. */
  readonly ask: (name: string) => Promise<void>
  /** The name is right, so nothing is asked about it. */
  readonly keep: (name: string) => void
  /** The question for a screen reader. It is not among what describes the box alone, which is not read when it comes. */
  readonly heard: string | undefined
}

/** Asks whether a typed name stands for a school of the list. A search that fails or is slow asks nothing. */
export function useNearSchools({ searched, find, onChoose, onAsk }: NearSchoolsDeps): NearSchools {
  const { key, category } = searched
  const store = useApplicationStore()
  const value = useApplication(({ answer }) => answerTo(answer, key).trim(), key)
  const [found, setFound] = useState<{ readonly name: string; readonly schools: readonly Suggestion[] }>()
  const near = found?.name === value ? found : undefined
  const wasAsked = (name: string) => store.recall(askedNames, key)?.includes(name) === true
  const keep = (name: string) => {
    if (!wasAsked(name)) store.remember(askedNames, key, [...(store.recall(askedNames, key) ?? []), name])
  }
  const ask = async (text: string) => {
    const name = text.trim()
    const asksNothing = category === 'address' || name.length < SHORTEST || wasAsked(name)
    if (asksNothing || !isOwnText(store, searched)) return
    const until = Date.now() + LATEST
    const schools = (await find(name)).slice(0, MOST)
    if (schools.length === 0 || Date.now() > until) return
    await released()
    if (answerTo(store.current().answer, key).trim() !== name || !isOwnText(store, searched)) return
    keep(name)
    setFound({ name, schools })
  }
  const tell = useEffectEvent((about: typeof near) => {
    const answered = (school: Suggestion | undefined) => {
      setFound(undefined)
      if (school) onChoose({ value: school.id, label: school.text })
      else controlOf(key)?.focus()
    }
    onAsk(about && <NearQuestion {...about} onAnswer={answered} />)
  })
  useEffect(() => tell(near), [near])
  const heard = near && `Is it one of these? ${near.schools.map((school) => given(placed(school))).join('; ')}`
  return { ask, keep, heard }
}

type NearQuestionProps = {
  name: string
  schools: readonly Suggestion[]
  /** undefined: none of them. */
  onAnswer: (school: Suggestion | undefined) => void
}

const NearQuestion = ({ name, schools, onAnswer }: NearQuestionProps) => (
  <>
    <span>Is it one of these?</span>{' '}
    {schools.map((school) => (
      <Fragment key={school.id}>
        <Button variant="quiet" size="small" onClick={() => onAnswer(school)}>
          <span translate="no">{placed(school)}</span>
        </Button>{' '}
      </Fragment>
    ))}
    <Button variant="quiet" size="small" onClick={() => onAnswer(undefined)}>
      <span>None of these</span>
      <VisuallyHidden>{sentence` and keep ${name}`}</VisuallyHidden>
    </Button>
  </>
)

/** A school with its place. */
const placed = ({ text, sub_text }: Suggestion) => [text, sub_text].filter((part) => part !== '').join(', ')
