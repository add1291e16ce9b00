import { type ReactNode, useEffect, useId, useMemo, useState } from 'react'
import type { Reply } from '../../../../api/index.ts'
import type { AnswerMap } from '../../../../engine/index.ts'
import { locale, say, sayCount } from '../../../../engine/index.ts'
import { CallError, momentInWords, timeNow } from '../../../client/index.ts'
import { Choice, Choices, screenMemory, useApplication, useScreenMemory } from '../../../fields/index.ts'
import { Button, Dialog, Icon, LinkButton, Notice, sentence } from '../../../parts/index.ts'
import { useApplicant } from '../applicant/applicant-context.ts'
import type { Conflicts } from '../saving/conflicts.ts'
import { type Difference, differencesIn } from './differences-in.ts'
import styles from './notices.module.css'

/** That the person has closed the question which of two answers is right. */
const putOffChoice = screenMemory<true>('a choice that was put off')

/** Asks the person to choose between this device's answers and the server's, one group at a time (docs/decisions/0020). */
export function Differences({ asks }: { asks: AnswerMap }) {
  const { store, conflicts, resolveConflicts } = useApplicant()
  const [isPutOff, putOff] = useScreenMemory(putOffChoice, '')
  useEffect(() => () => store.remember(putOffChoice, '', undefined), [store])
  const [taken, setTaken] = useState<readonly string[]>([])
  // Answers from another device may not be on the screen yet.
  const application = useApplication((current) => current)
  const differences = useMemo(() => differencesIn(store.form, application, asks), [store, application, asks])
  const keys = differences.flatMap((each) => each.map(({ key }) => key))
  const written = useLastChanges()
  if (keys.length === 0) return null

  return (
    <>
      <Notice
        className={styles.differencesNotice}
        title={say('Some answers on this device differ from your saved ones.')}
      >
        <span>{say('We’ll keep both until you choose.')}</span>{' '}
        <LinkButton onClick={() => putOff(undefined)}>{say('Compare them')}</LinkButton>
      </Notice>
      <Dialog
        open={!isPutOff}
        onClose={() => putOff(true)}
        size="s"
        header={say('Which answers are right?')}
        description={say(
          'You answered these questions differently on this device and somewhere else, or before you logged in. Nothing changes until you choose.',
        )}
        actions={<Button onClick={() => resolveConflicts(taken, keys)}>{say('Use these answers')}</Button>}
      >
        <p className={styles.all}>
          <LinkButton onClick={() => setTaken([])}>{say('Choose all saved')}</LinkButton>
          <LinkButton onClick={() => setTaken(keys)}>{say('Choose all from this device')}</LinkButton>
        </p>
        {differences.map((parts) => {
          const own = parts.map(({ key }) => key)
          return (
            <Question
              key={own[0]}
              parts={parts}
              notes={{ saved: noteOn(parts, written), here: noteHere(own, conflicts) }}
              isTaken={own.some((key) => taken.includes(key))}
              onTake={(take) => setTaken(keys.filter((key) => (own.includes(key) ? take : taken.includes(key))))}
            />
          )
        })}
      </Dialog>
    </>
  )
}

/** In place of "Saved": how many questions have two answers, and a way to choose. */
export function AnswersToChoose({ asks, children }: { asks: AnswerMap; children?: ReactNode }) {
  const { store } = useApplicant()
  const [, putOff] = useScreenMemory(putOffChoice, '')
  const application = useApplication((current) => current)
  const count = useMemo(() => differencesIn(store.form, application, asks).length, [store, application, asks])
  if (count === 0) return children
  return (
    <>
      <Icon name="alert" className={styles.unsaved} />
      <span>
        <span>{sayCount(count, '{count} answer to choose.', '{count} answers to choose.')}</span>{' '}
        <LinkButton onClick={() => putOff(undefined)}>{say('Choose')}</LinkButton>
      </span>
    </>
  )
}

type Changes = Reply<'answerChanges'>['changes']

/** When and where saved answers were last changed, the newest first; empty until it is known. */
function useLastChanges(): Changes {
  const { snapshot, call, device } = useApplicant()
  const [changes, setChanges] = useState<Changes>([])
  useEffect(() => {
    let isHere = true
    if (snapshot.get().is_logged_in)
      call('answerChanges', { device: device() }).then(
        (reply) => isHere && setChanges(reply.changes),
        (error) => {
          // The answers can be compared without it.
          if (!(error instanceof CallError)) throw error
        },
      )
    return () => {
      isHere = false
    }
  }, [snapshot, call, device])
  return changes
}

/** Such as "On another device (Firefox on Windows), 5 minutes ago". */
function noteOn(parts: readonly Difference[], changes: Changes): ReactNode {
  const last = changes.find(({ key }) => parts.some((part) => part.key === key))
  if (last === undefined) return undefined
  const { device, browser, at } = last
  const when = timeInWords(Date.parse(at))
  switch (device) {
    case 'this':
      return say('On this device, {when}', { when })
    case 'another':
      return browser === undefined
        ? say('On another device, {when}', { when })
        : sentence('On another device ({browser}), {when}', { browser, when })
    case 'server':
      return say('By our server, {when}', { when })
    case 'unknown':
      return when
  }
}

/** Such as "Answered 5 minutes ago, not saved yet". What was only brought along with another answer has no time. */
function noteHere(keys: readonly string[], { orderOf }: Pick<Conflicts, 'orderOf'>): string {
  const at = Math.max(0, ...keys.map((key) => orderOf(key)?.number ?? 0))
  // By the clock of this device, which may be wrong.
  return at === 0
    ? say('Not saved yet')
    : say('Answered {when}, not saved yet', { when: timeInWords(at + timeNow() - Date.now()) })
}

/** "5 minutes ago" within the hour, and otherwise the day and the hour. */
function timeInWords(at: number): string {
  const minutes = Math.round((timeNow() - at) / 60_000)
  if (minutes < 0 || minutes >= 60) return momentInWords(new Date(at).toISOString())
  return minutes === 0 ? say('just now') : new Intl.RelativeTimeFormat(locale()).format(-minutes, 'minute')
}

type QuestionProps = {
  parts: readonly Difference[]
  /** When and where each answer was given. */
  notes: { saved: ReactNode; here: ReactNode }
  isTaken: boolean
  onTake: (take: boolean) => void
}

function Question({ parts, notes, isTaken, onTake }: QuestionProps) {
  const id = useId()
  const [first] = parts
  if (!first) return null
  const isOne = parts.length === 1
  const text = (side: 'saved' | 'here') =>
    isOne
      ? first[side]
      : parts.map((part) => say('{question}: {answer}', { question: part.label, answer: part[side] })).join('\n')
  const sides = [
    { name: say('Saved'), text: text('saved'), note: notes.saved, take: false },
    { name: say('On this device'), text: text('here'), note: notes.here, take: true },
  ] as const
  // Of what it reads as a whole Orca puts a blank after paragraphs and blocks, and none after a legend or label.
  return (
    <fieldset className={styles.question} aria-labelledby={id}>
      <p id={id}>
        <span>{isOne && first.label}</span>{' '}
        {!(isOne && saysIt(first)) && (
          <span className={isOne ? styles.differencesUnder : undefined}>{first.under}</span>
        )}
      </p>
      <Choices as="stack">
        {sides.map(({ name, text, note, take }) => (
          <span key={name}>
            <Choice
              type="radio"
              name={`which-${first.key}`}
              checked={isTaken === take}
              onChange={() => onTake(take)}
              label={
                <>
                  <span className={styles.name}>{name}</span>
                  <span className={styles.answer} translate="no">
                    {text}
                  </span>
                  {note && (
                    <>
                      {' '}
                      <span className={styles.note}>{note}</span>
                    </>
                  )}
                </>
              }
            />
          </span>
        ))}
      </Choices>
    </fieldset>
  )
}

/** Whether the label has the words of the title above it, as "First Name" has "Name". */
const saysIt = ({ label, under }: Difference) => label.toLowerCase().includes(under.toLowerCase())
