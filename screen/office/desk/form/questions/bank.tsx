import { useState } from 'react'
import { say } from '../../../../../engine/index.ts'
import { Button, sentence } from '../../../../parts/index.ts'
import { StaffInput } from '../../staff-field.tsx'
import { fromBank } from './from-bank.ts'
import { namesInside } from './outline-rows.ts'
import { questionBank } from './question-bank.ts'
import styles from './questions.module.css'
import type { Ready } from './ready-item.ts'
import type { Room } from './room.ts'

/** Questions with good wording and answers, to be taken over and then changed at will. */
export function Bank({ container, room }: { container: string; room: Room }) {
  const [text, setText] = useState('')
  const wanted = text.trim().toLocaleLowerCase()
  const isFound = ({ titled, topic, items }: Ready) =>
    [titled, topic, ...items.map(({ label }) => label)].some((each) => each.toLocaleLowerCase().includes(wanted))
  const take = (ready: Ready) => {
    const { changes, first } = fromBank(ready, container, room.structure, namesInside(room.outline, container))
    room.change({
      changes,
      says: say('“{item}” is added. Change its words as you like.', { item: ready.titled }),
      focus: { name: first ?? container, action: 'toggle' },
    })
  }
  const found = questionBank.filter(isFound)
  return (
    <div className={styles.panel}>
      <StaffInput
        label={say('Find a ready-made question')}
        type="search"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {found.length === 0 && <p>{say('None of them says this.')}</p>}
      {[...Map.groupBy(found, ({ topic }) => topic)].map(([topic, all]) => (
        <details key={topic + wanted} className={styles.topic} open={wanted !== ''}>
          <summary translate="no">{topic}</summary>
          <ul className={styles.ready}>
            {all.map((ready) => (
              <li key={ready.titled}>
                <Button variant="outline" size="small" onClick={() => take(ready)}>
                  {sentence('<seen>{item}</seen> (add it)', { item: ready.titled })}
                </Button>
                <span className={styles.sentence} translate="no">
                  {ready.items[0]?.label === ready.titled ? ready.items[1]?.label : ready.items[0]?.label}
                </span>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </div>
  )
}
