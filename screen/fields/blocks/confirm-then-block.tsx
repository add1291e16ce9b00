import { useRef } from 'react'
import { flushSync } from 'react-dom'
import {
  type Application,
  type ConfirmThen,
  type Gate as GateWording,
  isConfirmed,
  keysIn,
  type TickQuestion,
} from '../../../engine/index.ts'
import { Button } from '../../parts/index.ts'
import { leadingTo } from '../controls/focus-question.ts'
import { QuestionField } from '../kinds/question-field.tsx'
import { screenMemory } from '../store/application-store.ts'
import { useBlockActions } from '../store/block-actions.ts'
import { useApplication, useMessages, useScreenMemory } from '../store/use-application.tsx'
import revealed from './blocks.module.css'
import type { BlockProps, Draw } from './draw.tsx'
import { Gate } from './gate.tsx'

/**
 * Content that is replaced with other content after a checkbox is checked or a button pressed (requirements
 * 4.conditional.5 and 4.conditional.6).
 */
export function ConfirmThenBlock({ block, draw }: BlockProps<ConfirmThen>) {
  const { confirm } = block
  if (confirm.by === 'button') return <ConfirmByButton block={block} label={confirm.label} draw={draw} />
  if (confirm.gate) return <ConfirmByGate block={block} question={confirm.question} gate={confirm.gate} draw={draw} />
  return (
    <>
      <QuestionField question={confirm.question} />
      <ConfirmedByTick block={block} draw={draw} />
    </>
  )
}

function ConfirmedByTick({ block, draw }: BlockProps<ConfirmThen>) {
  const confirmed = useApplication((application) => isConfirmed(block, application), keysIn([block]))
  return draw(confirmed ? block.after : block.before)
}

type ConfirmByGateProps = BlockProps<ConfirmThen> & { question: TickQuestion; gate: GateWording }

/** "No" confirms, and "yes" opens what the confirmation would replace. */
function ConfirmByGate({ block, question, gate, draw }: ConfirmByGateProps) {
  const messages = useMessages([question])
  const confirmed = useApplication((application) => isConfirmed(block, application), keysIn([block]))
  return (
    <>
      <Gate gate={gate} tick={question} keys={keysIn(block.before)} help={question.help} messages={messages}>
        <div className={revealed.revealed}>{draw(block.before)}</div>
      </Gate>
      {confirmed && draw(block.after)}
    </>
  )
}

const isPressed = screenMemory<true>('a pressed confirmation')

/**
 * The press is not an answer. It is remembered here, and stored as opened beside the counts of entries, so that the page
 * comes back as it was (Q17). Entries that were added behind it say the same.
 */
function ConfirmByButton({ block, label, draw }: { block: ConfirmThen; label: string; draw: Draw }) {
  const [pressed, remember] = useScreenMemory(isPressed, block.id)
  const { open } = useBlockActions()
  const confirmed = useApplication(
    (application) => isConfirmed(block, application, pressed === true || isOpened(block, application)),
    keysIn([block]),
  )
  const behind = useRef<HTMLDivElement>(null)
  const press = () => {
    flushSync(() => remember(true))
    open(block.id)
    behind.current?.focus() // the button is gone, so continue at the content that replaced it
  }
  if (confirmed)
    return (
      <div ref={behind} tabIndex={-1} className={revealed.revealed}>
        {draw(block.after)}
      </div>
    )
  return (
    <>
      {draw(block.before)}
      <Button variant="outline" {...leadingTo(keysIn(block.after))} onClick={press}>
        {label}
      </Button>
    </>
  )
}

const isOpened = (block: ConfirmThen, { add_another }: Application) =>
  [block, ...block.after].some((item) => 'id' in item && add_another[item.id] !== undefined)
