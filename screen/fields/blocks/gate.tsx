import { type ReactNode, useEffect } from 'react'
import { isGiven, type Question, say, type TickQuestion, type Gate as Wording } from '../../../engine/index.ts'
import { leadingTo } from '../controls/focus-question.ts'
import { RadioSet } from '../kinds/radio-set.tsx'
import { screenMemory } from '../store/application-store.ts'
import { useBlockActions } from '../store/block-actions.ts'
import { useAnswer, useApplication, useRequired, useScreenMemory } from '../store/use-application.tsx'

type GateProps = {
  gate: Wording
  /** The checkbox that "no" checks. */
  tick: TickQuestion
  /** The keys of the questions behind "yes". */
  keys: readonly string[]
  help?: string | undefined
  notice?: Question['notice']
  messages: readonly string[]
  children: ReactNode
}

const isOpened = screenMemory<true>('a question answered with yes')

/**
 * A question with two answers in place of a checkbox. "Yes" is not an answer of its own: it opens the questions behind
 * it, and their answers keep it chosen. Until there is one, it is stored as opened. It is also sent as an answer that is
 * not "no": a "no" that another device has given meanwhile is asked about (docs/decisions/0020).
 */
export function Gate({ gate, tick, keys, help, notice, messages, children }: GateProps) {
  const [checked, write, commit] = useAnswer(tick)
  const [opened, remember] = useScreenMemory(isOpened, tick.key)
  const isAnswered = useApplication(({ answer }) => keys.some((key) => isGiven(answer[key])), keys)
  const isStored = useApplication(({ add_another }) => add_another[tick.key] !== undefined, [])
  const { open } = useBlockActions()
  const isYes = checked !== 'true' && (isAnswered || isStored || opened === true)
  // Otherwise clearing the last answer behind "yes" would close the list under the person's hand.
  useEffect(() => {
    if (isYes && opened === undefined) remember(true)
  })
  const messagesNow =
    isYes && messages.length > 0 ? [say('Answer below, or choose “{no}.”', { no: gate.no })] : messages
  return (
    <>
      <div {...(isYes ? {} : leadingTo(keys))}>
        <RadioSet
          name={tick.key}
          label={gate.question}
          help={help}
          notice={notice}
          optional={false}
          required={useRequired([tick])}
          messages={messagesNow}
          options={[
            ['N', gate.no],
            ['Y', gate.yes],
          ]}
          value={checked === 'true' ? 'N' : isYes ? 'Y' : ''}
          onWrite={(value) => {
            remember(value === 'Y' ? true : undefined)
            write(value === 'N' ? 'true' : '')
            if (value === 'Y' && !isStored) open(tick.key)
          }}
          onCommit={commit}
        />
      </div>
      {isYes && children}
    </>
  )
}
