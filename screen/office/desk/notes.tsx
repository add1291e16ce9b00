import { type SubmitEvent, useState } from 'react'
import type { StaffReply } from '../../../api/index.ts'
import { Button, Notice, useAction } from '../../parts/index.ts'
import styles from './desk-pages.module.css'
import { formatTime } from './format-time.ts'
import { useStaff } from './session-context.ts'
import { sentenceOf, staffCall } from './staff-call.ts'
import { StaffActions, StaffText } from './staff-field.tsx'

type NotesProps = {
  id: string
  notes: StaffReply<'readApplication'>['notes']
  onAdded: () => Promise<void>
}

/** What staff have written about an application. Notes are added, and never changed or removed. */
export function Notes({ id, notes, onAdded }: NotesProps) {
  const { may } = useStaff()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState('')
  const [busy, add] = useAction(async () => {
    try {
      await staffCall('addNote', { text }, id)
    } catch (error) {
      return setProblem(sentenceOf(error)) // what was typed stays
    }
    setText('')
    setProblem('')
    await onAdded()
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    add()
  }
  return (
    <section className={styles.notes}>
      <h2>Notes</h2>
      {notes.length === 0 && <p>No notes yet.</p>}
      <ol>
        {notes.map(({ by, at, text: written }) => (
          <li key={`${at} ${by}`}>
            <p className={styles.by}>{`${by}, ${formatTime(at)}`}</p>
            <p className={styles.text} translate="no">
              {written}
            </p>
          </li>
        ))}
      </ol>
      {may('act') && (
        <form onSubmit={submit}>
          <StaffText
            label="Add a note"
            required
            maxLength={10_000}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          {problem && (
            <Notice kind="error" role="alert">
              <p>{problem}</p>
            </Notice>
          )}
          <StaffActions>
            <Button type="submit" variant="outline" busy={busy}>
              Add
            </Button>
          </StaffActions>
        </form>
      )}
    </section>
  )
}
