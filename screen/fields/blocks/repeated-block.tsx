import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Entry, entriesShown, hasAnswer, type Repeated } from '../../../engine/index.ts'
import { Button, LiveRegion } from '../../parts/index.ts'
import { useBlockActions, useDocumentActions } from '../actions/index.ts'
import { AskFirst } from '../controls/index.ts'
import { BlockFieldset, controlOf, leadingTo, nounOf } from '../layout/index.ts'
import { useApplication, useApplicationStore } from '../store/index.ts'
import type { BlockProps } from './draw.ts'
import styles from './entry-block.module.css'
import { EntryBlock } from './entry-block.tsx'
import { UploadInProgress } from './lazy-upload-in-progress.ts'
import { useFoldedEntries } from './use-folded-entries.ts'

/**
 * A block with an Add Another button (requirements 4.add-another). Removing an entry that has answers requires
 * confirmation. After a press, the focus goes where the person continues: to the first question of the new entry, or
 * back to the button that adds one. Complete entries fold to a line.
 */
export function RepeatedBlock({ block, draw }: BlockProps<Repeated>) {
  const store = useApplicationStore()
  const actions = useBlockActions()
  const documents = useDocumentActions()
  const count = useApplication((application) => entriesShown(block, application).length)
  const [busy, setBusy] = useState(false)
  const [asked, setAsked] = useState<{ readonly about: Entry; readonly open: boolean }>()
  const [isHeld, setHeld] = useState(false)
  const [news, setNews] = useState('')
  const addButton = useRef<HTMLButtonElement>(null)
  const next = block.entries[count]
  const box = useRef<HTMLDivElement>(null)
  const folding = useFoldedEntries(block, box)

  /** Runs the action, and returns whether the number of entries changed once the result is rendered. */
  const changes = async (action: Promise<void>): Promise<boolean> => {
    setBusy(true)
    try {
      await action
    } finally {
      flushSync(() => {
        setBusy(false)
        close()
      })
    }
    return entriesShown(block, store.current()).length !== count
  }
  const add = async (entry: Entry) => {
    if (!(await changes(actions.addEntry(block, entry.number)))) return
    setNews(`${entry.title} added.`)
    folding.enter(entry)
    controlOf(entry.keys[0] ?? '')?.focus()
  }
  const remove = async (entry: Entry) => {
    if (!(await changes(actions.removeEntry(block, entry.number)))) return
    documents.forget(keysFrom(entry))
    folding.removed(entry)
    setNews(`${entry.title} removed.`)
    addButton.current?.focus()
  }
  /** The keys that change when an entry is removed. */
  const keysFrom = ({ number }: Entry) => block.entries.slice(number - 1).flatMap(({ keys }) => keys)
  const askOrRemove = (entry: Entry) => {
    if (documents.isUploading(keysFrom(entry))) setHeld(true)
    else if (hasAnswer(entry, store.current())) setAsked({ about: entry, open: true })
    else void remove(entry)
  }
  const close = () => setAsked((now) => now && { ...now, open: false })

  return (
    <BlockFieldset name={`${block.id}-group`} legend={block.label} legendLook="question">
      <div ref={box} className={styles.entries}>
        {block.entries.slice(0, count).map((entry) => (
          <EntryBlock
            key={entry.number}
            block={entry}
            draw={draw}
            folding={folding}
            busy={busy}
            onRemove={() => askOrRemove(entry)}
          />
        ))}
      </div>
      {next && (
        <div>
          <Button
            ref={addButton}
            {...leadingTo(next.keys)}
            variant="outline"
            leading="plus"
            busy={busy}
            onClick={() => add(next)}
          >
            {`Add another ${nounOf(block)}`}
          </Button>
        </div>
      )}
      <LiveRegion>{news}</LiveRegion>
      <UploadInProgress open={isHeld} onClose={() => setHeld(false)} />
      {asked && (
        <AskFirst
          open={asked.open}
          busy={busy}
          header={`Remove ${asked.about.title}?`}
          description={`Your answers in ${asked.about.title} will be removed.`}
          yes="Remove"
          no="Keep it"
          onYes={() => remove(asked.about)}
          onNo={close}
        />
      )}
    </BlockFieldset>
  )
}
