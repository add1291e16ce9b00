import { useState } from 'react'
import { namesIn, placeOf } from '../../../../../api/browser.ts'
import { say } from '../../../../../engine/index.ts'
import { Button, sentence } from '../../../../parts/index.ts'
import { formatTime } from '../../labels.ts'
import { StaffActions, StaffForm, StaffText } from '../../staff-field.tsx'
import type { Row } from './outline-rows.ts'
import styles from './questions.module.css'
import type { Comment, Room } from './room.ts'

/** What colleagues say about an item, oldest first. */
export const commentsOn = (name: string, { comments }: Pick<Room, 'comments'>): readonly Comment[] =>
  comments.filter(({ place }) => namesIn(place)[1] === name).toSorted((one, other) => numberOf(one) - numberOf(other))

const numberOf = ({ place }: Comment) => Number(namesIn(place)[2])

/** The comments on a line, until somebody takes one away because it is dealt with. */
export function Comments({ row: { name, title }, room }: { row: Row; room: Room }) {
  const said = commentsOn(name, room)
  if (said.length === 0) return null
  return (
    <ul className={styles.comments} aria-label={say('Comments on {item}', { item: title })}>
      {said.map((each) => (
        <li key={each.place}>
          <p translate="no">{each.text}</p>
          <p className={styles.sentence}>
            {sentence('{by}, {time}', { by: each.by, time: <span>{formatTime(each.at)}</span> })}
          </p>
          {!room.isReadOnly && (
            <Button
              variant="quiet"
              size="small"
              onClick={() =>
                room.change({
                  changes: { [each.place]: null },
                  says: say('The comment is gone. Undo brings it back.'),
                  focus: { name, action: 'toggle' },
                })
              }
            >
              {sentence('<seen>Done</seen> with “{comment}”', { comment: each.text })}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Says something about an item to colleagues. Applicants never see it, and it goes when the draft is published. */
export function CommentForm({ row: { name, title }, room, onClose }: { row: Row; room: Room; onClose: () => void }) {
  const [text, setText] = useState('')
  const keep = () => {
    const next = Math.max(0, ...commentsOn(name, room).map(numberOf)) + 1
    room.change({
      changes: { [placeOf('comments', name, String(next))]: text.trim() },
      says: say('Your comment stands at “{item}”.', { item: title }),
      focus: { name, action: 'comment' },
    })
    onClose()
  }
  return (
    <StaffForm className={styles.panel} onSend={keep}>
      <StaffText
        label={say('Comment for colleagues')}
        hint={say('It goes when the draft is published or discarded. Applicants never see it.')}
        required
        maxLength={2_000}
        rows={2}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <StaffActions>
        <Button type="submit" size="small">
          {say('Keep the comment')}
        </Button>
        <Button variant="quiet" size="small" onClick={onClose}>
          {say('Cancel')}
        </Button>
      </StaffActions>
    </StaffForm>
  )
}
