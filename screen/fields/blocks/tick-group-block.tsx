import type { TickGroup } from '../../../engine/index.ts'
import { Choices, TickBox } from '../controls/index.ts'
import { FieldGroup } from '../layout/index.ts'
import { useMessages } from '../store/index.ts'
import type { BlockProps } from './draw.ts'
import styles from './tick-group-block.module.css'

const mostInOneColumn = 5

/** A group of checkboxes. The one that excludes the others is set apart. */
export function TickGroupBlock({ block }: BlockProps<TickGroup>) {
  const ticks = block.items.filter((item) => item.kind === 'tick')
  const messages = useMessages(ticks)
  const wrong = messages.length > 0
  const name = `${block.keys[0]}-group`
  const none = ticks.find(({ key }) => key === block.none)
  const several = ticks.filter((tick) => tick !== none)
  return (
    <FieldGroup
      name={name}
      label={block.label}
      help={block.help}
      // Ignores what is required right now: otherwise the first checked box would mark the whole group optional.
      optional={ticks.every(({ required }) => required === false)}
      messages={messages}
    >
      <Choices as={several.length > mostInOneColumn ? 'columns' : 'list'}>
        {several.map((tick) => (
          <TickBox key={tick.key} question={tick} />
        ))}
      </Choices>
      {none && (
        <>
          <p className={styles.or}>or</p>
          {/* The problem of the group is stored at this key, so a link leads here. */}
          <TickBox
            question={none}
            aria-invalid={wrong || undefined}
            aria-describedby={wrong ? `${name}-error` : undefined}
          />
        </>
      )}
    </FieldGroup>
  )
}
