import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Copy, copiesShown, isBegun, type Repeated } from '../../../engine/index.ts'
import { Button, LiveRegion } from '../../parts/index.ts'
import { useApplicationStore } from '../application-provider.tsx'
import { useBlockActions } from '../block-actions.ts'
import { useDocumentActions } from '../document-actions.ts'
import type { BlockProps } from '../draw.ts'
import { controlOf, leadingTo } from '../focus-question.ts'
import { useApplication } from '../use-application.ts'
import { AskFirst } from './ask-first.tsx'
import { CopyBlock } from './copy-block.tsx'
import { UploadInProgress } from './upload-in-progress.tsx'

/**
 * A block that can be added again (requirements 4.add-another). A copy that holds answers is removed only after asking.
 * After a press the focus goes where the person goes on: to the first question of the new copy, or back to the button
 * that adds one.
 */
export function RepeatedBlock({ block, draw }: BlockProps<Repeated>) {
  const store = useApplicationStore()
  const actions = useBlockActions()
  const documents = useDocumentActions()
  const count = useApplication((application) => copiesShown(block, application).length)
  const [busy, setBusy] = useState(false)
  const [asked, setAsked] = useState<{ readonly about: Copy; readonly open: boolean }>()
  const [isHeld, setHeld] = useState(false)
  const [news, setNews] = useState('')
  const addButton = useRef<HTMLButtonElement>(null)
  const next = block.copies[count]

  /** Whether there are more or fewer copies once the action is over and drawn. */
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
    return copiesShown(block, store.current()).length !== count
  }
  const add = async (copy: Copy) => {
    if (!(await changes(actions.addCopy(block, copy.number)))) return
    setNews(`${copy.title} added.`)
    controlOf(copy.keys[0] ?? '')?.focus()
  }
  const remove = async (copy: Copy) => {
    if (!(await changes(actions.removeCopy(block, copy.number)))) return
    documents.forget(keysFrom(copy))
    setNews(`${copy.title} removed.`)
    addButton.current?.focus()
  }
  /** What moves when a copy goes. */
  const keysFrom = ({ number }: Copy) => block.copies.slice(number - 1).flatMap(({ keys }) => keys)
  const askOrRemove = (copy: Copy) => {
    if (documents.isOnItsWay(keysFrom(copy))) setHeld(true)
    else if (isBegun(copy, store.current())) setAsked({ about: copy, open: true })
    else void remove(copy)
  }
  const close = () => setAsked((now) => now && { ...now, open: false })

  return (
    <>
      {block.copies.slice(0, count).map((copy) => (
        <CopyBlock key={copy.number} block={copy} draw={draw} busy={busy} onRemove={() => askOrRemove(copy)} />
      ))}
      {next && (
        <Button
          ref={addButton}
          {...leadingTo(next.keys)}
          variant="outline"
          leading="plus"
          busy={busy}
          onClick={() => add(next)}
        >
          Add another
        </Button>
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
    </>
  )
}
