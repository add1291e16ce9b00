import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Application, copiesShown, type Repeated } from '../../../engine/index.ts'
import { Button, LiveRegion } from '../../parts/index.ts'
import { useApplicationStore } from '../application-provider.tsx'
import { useBlockActions } from '../block-actions.ts'
import type { BlockProps } from '../draw.ts'
import { controlOf } from '../focus-question.ts'
import { useApplication } from '../use-application.ts'
import { CopyBlock } from './copy-block.tsx'

/**
 * A block that can be added again (specification §4). After a press the focus goes where the person goes on: to the first
 * question of the new copy, or back to the button that adds one.
 */
export function RepeatedBlock({ block, draw }: BlockProps<Repeated>) {
  const store = useApplicationStore()
  const actions = useBlockActions()
  const numbers = useApplication((application) => numbersOf(block, application))
  const [busy, setBusy] = useState(false)
  const [news, setNews] = useState('')
  const addButton = useRef<HTMLButtonElement>(null)
  const shown = block.copies.filter(({ number }) => numbers.split(' ').includes(String(number)))
  const next = block.copies.find((copy) => !shown.includes(copy))

  /** Whether the copies shown are others once the action is over and drawn. */
  const changes = async (action: Promise<void>): Promise<boolean> => {
    setBusy(true)
    try {
      await action
    } finally {
      flushSync(() => setBusy(false))
    }
    return numbersOf(block, store.current()) !== numbers
  }
  const add = async (copy: Repeated['copies'][number]) => {
    if (!(await changes(actions.addCopy(block, copy.number)))) return
    setNews(`${copy.title} added.`)
    controlOf(copy.keys[0] ?? '')?.focus()
  }
  const remove = async (copy: Repeated['copies'][number]) => {
    if (!(await changes(actions.removeCopy(block, copy.number)))) return
    setNews(`${copy.title} removed.`)
    addButton.current?.focus()
  }

  return (
    <>
      {shown.map((copy) => (
        <CopyBlock key={copy.number} block={copy} draw={draw} onRemove={busy ? undefined : () => remove(copy)} />
      ))}
      {next && (
        <Button ref={addButton} variant="outline" leading="plus" busy={busy} onClick={() => add(next)}>
          Add another
        </Button>
      )}
      <LiveRegion>{news}</LiveRegion>
    </>
  )
}

/** The numbers of the copies shown, as a text that can be compared. */
const numbersOf = (block: Repeated, application: Application) =>
  copiesShown(block, application)
    .map(({ number }) => number)
    .join(' ')
