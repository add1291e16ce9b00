import { useMemo, useState } from 'react'
import type { AnswerMap } from '../../../engine/index.ts'
import { Choice, Choices } from '../../fields/index.ts'
import { Button, Dialog, LinkButton, Notice } from '../../parts/index.ts'
import { useApplicant } from './applicant-context.ts'
import styles from './differences.module.css'
import { type Difference, differencesIn } from './differences-in.ts'

/** What was typed on this device before signing in and what is saved: the person says which counts, answer by answer (decisions 41). */
export function Differences({ asks }: { asks: AnswerMap }) {
  const { store, decide } = useApplicant()
  const [open, setOpen] = useState(true)
  const [taken, setTaken] = useState<readonly string[]>([])
  const differences = useMemo(() => differencesIn(store.form, store.current(), asks), [store, asks])
  const keys = differences.map(({ key }) => key)

  return (
    <>
      <Notice className={styles.notice} title="Some answers on this device are not those you have saved.">
        Both are kept until you choose. <LinkButton onClick={() => setOpen(true)}>Compare them</LinkButton>
      </Notice>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        size="s"
        header="Which answers are right?"
        description="Before you signed in, you answered these questions differently on this device. Nothing is changed until you choose."
        actions={<Button onClick={() => decide(taken)}>Use these answers</Button>}
      >
        <p className={styles.all}>
          <LinkButton onClick={() => setTaken([])}>Choose all saved</LinkButton>
          <LinkButton onClick={() => setTaken(keys)}>Choose all from this device</LinkButton>
        </p>
        {differences.map((each) => (
          <Question
            key={each.key}
            difference={each}
            isTaken={taken.includes(each.key)}
            onTake={(take) => setTaken(keys.filter((key) => (key === each.key ? take : taken.includes(key))))}
          />
        ))}
      </Dialog>
    </>
  )
}

type QuestionProps = { difference: Difference; isTaken: boolean; onTake: (take: boolean) => void }

function Question({ difference: { key, label, under, saved, here }, isTaken, onTake }: QuestionProps) {
  const sides = [
    { name: 'Saved', text: saved, take: false },
    { name: 'On this device', text: here, take: true },
  ] as const
  return (
    <fieldset className={styles.question}>
      <legend>
        {label} <span className={styles.under}>{under}</span>
      </legend>
      <Choices as="stack">
        {sides.map(({ name, text, take }) => (
          <Choice
            key={name}
            type="radio"
            name={`which-${key}`}
            checked={isTaken === take}
            onChange={() => onTake(take)}
            label={
              <>
                <span className={styles.name}>{name}</span>
                <span className={styles.answer}>{text}</span>
              </>
            }
          />
        ))}
      </Choices>
    </fieldset>
  )
}
