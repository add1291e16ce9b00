import { Fragment, type ReactElement, useEffect, useEffectEvent, useState } from 'react'
import { answerTo, say } from '../../../engine/index.ts'
import { Button, given, LiveRegion, released, sentence } from '../../parts/index.ts'
import { controlOf } from '../controls/focus-question.ts'
import { useApplication, useApplicationStore } from '../store/use-application.tsx'
import type { Suggestion } from './look-up.ts'
import type { ComboboxItem } from './matching.ts'
import { isKept, isOwnText, keepName, type Searched } from './searched.ts'

const MOST = 3 // schools; more would be a second list
const SHORTEST = 4 // characters; fewer are found in too many names
const LATEST = 2_000 // ms; later the person is busy with what would move

type NearSchoolsProps = {
  readonly searched: Searched
  /** The person has left the box with it. */
  readonly name: string
  readonly find: (name: string) => Promise<readonly Suggestion[]>
  readonly onChoose: (entry: ComboboxItem) => void
  /** Called with what is to be asked below the box, and with undefined once it is answered. */
  readonly onAsk: (question: ReactElement | undefined) => void
}

/**
 * Asks whether a typed name stands for a school of the list, once for each name. A search that fails or is slow asks
 * nothing. The question is read aloud from here: what describes the box is not read when it comes.
 */
export function NearSchools({ searched, name, find, onChoose, onAsk }: NearSchoolsProps) {
  const { key } = searched
  const store = useApplicationStore()
  const value = useApplication(({ answer }) => answerTo(answer, key).trim(), [key])
  const [found, setFound] = useState<{ readonly name: string; readonly schools: readonly Suggestion[] }>()
  const near = found?.name === value ? found : undefined
  const ask = useEffectEvent(async () => {
    if (name.length < SHORTEST || isKept(store, searched, name) || !isOwnText(store, searched)) return
    const until = Date.now() + LATEST
    const schools = (await find(name)).slice(0, MOST)
    if (schools.length === 0 || Date.now() > until) return
    await released()
    if (answerTo(store.current().answer, key).trim() !== name || !isOwnText(store, searched)) return
    keepName(store, searched, name)
    setFound({ name, schools })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another name is asked about
  useEffect(() => void ask(), [name])
  const tell = useEffectEvent((about: typeof near) => {
    const answered = (school: Suggestion | undefined) => {
      setFound(undefined)
      if (school) onChoose({ value: school.id, label: school.text })
      else controlOf(key)?.focus()
    }
    onAsk(about && <NearQuestion {...about} onAnswer={answered} />)
  })
  useEffect(() => tell(near), [near])
  return (
    near && (
      <LiveRegion isNews>
        {say('Is it one of these? {schools}', {
          schools: near.schools.map((school) => given(placed(school))).join('; '),
        })}
      </LiveRegion>
    )
  )
}

type NearQuestionProps = {
  name: string
  schools: readonly Suggestion[]
  /** undefined: none of them. */
  onAnswer: (school: Suggestion | undefined) => void
}

const NearQuestion = ({ name, schools, onAnswer }: NearQuestionProps) => (
  <>
    <span>{say('Is it one of these?')}</span>
    <br />
    {schools.map((school) => (
      <Fragment key={school.id}>
        <Button variant="quiet" size="small" flush="start" onClick={() => onAnswer(school)}>
          <span translate="no">{placed(school)}</span>
        </Button>
        <br />
      </Fragment>
    ))}
    <Button variant="quiet" size="small" flush="start" onClick={() => onAnswer(undefined)}>
      {sentence('<seen>None of these</seen> and keep {name}', { name })}
    </Button>
  </>
)

/** A school with its place. */
const placed = ({ text, sub_text }: Suggestion) => [text, sub_text].filter((part) => part !== '').join(', ')
