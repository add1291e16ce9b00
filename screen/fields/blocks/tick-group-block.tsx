import { use } from 'react'
import type { TickGroup, TickQuestion } from '../../../engine/index.ts'
import { locale, say } from '../../../engine/index.ts'
import { legalName } from '../../../form/index.ts'
import { Choices, TickBox } from '../controls/choice.tsx'
import { FieldGroup } from '../controls/field.tsx'
import { QuestionField } from '../kinds/question-field.tsx'
import { SubmitSlot } from '../store/block-actions.ts'
import { MarkedOnce, useApplication, useApplicationStore, useMessages } from '../store/use-application.tsx'
import styles from './blocks.module.css'
import type { BlockProps } from './draw.tsx'
import { Gate } from './gate.tsx'

/** A group of checkboxes, as signatures, as a list or behind a question that is asked first. */
export function TickGroupBlock({ block, draw }: BlockProps<TickGroup>) {
  const ticks = block.items.filter((item) => item.kind === 'tick')
  const none = ticks.find(({ key }) => key === block.none)
  const several = ticks.filter((tick) => tick !== none)
  if (block.signature) return <SignatureBlock block={block} draw={draw} />
  return block.gate && none ? (
    <GatedList block={block} gate={block.gate} none={none} ticks={several} />
  ) : (
    <List block={block} none={none} ticks={several} />
  )
}

type ListProps = { block: TickGroup; ticks: readonly TickQuestion[]; none: TickQuestion | undefined }

/** The checkbox that excludes the others is set apart. */
function List({ block, none, ticks }: ListProps) {
  const all = none ? [...ticks, none] : ticks
  const messages = useMessages(all)
  const wrong = messages.length > 0
  const name = `${block.keys[0]}-group`
  return (
    <FieldGroup
      name={name}
      label={block.label}
      help={block.help}
      // Ignores what is required right now: otherwise the first checked box would mark the whole group optional.
      optional={!use(MarkedOnce) && all.every(({ required }) => required === false)}
      messages={messages}
    >
      {(described) => (
        <>
          <Boxes ticks={ticks} describedBy={described.entered} />
          {none && (
            <>
              <p className={styles.or}>{say('or')}</p>
              {/* The problem of the group is stored at this key, so a link leads here. */}
              <TickBox question={none} aria-invalid={wrong || undefined} aria-describedby={described.wrong} />
            </>
          )}
        </>
      )}
    </FieldGroup>
  )
}

/** The question names what the list holds, so that it can be answered before the list is opened. */
function GatedList({
  block,
  gate,
  none,
  ticks,
}: ListProps & Required<Pick<TickGroup, 'gate'>> & { none: TickQuestion }) {
  const messages = useMessages([none])
  const keys = ticks.map(({ key }) => key)
  const list = new Intl.ListFormat(locale(), { type: 'disjunction' })
  const items = list.format(ticks.map(({ label }) => inSentence(label)))
  const notice = { title: say('What counts?'), text: say('This means {items}.', { items }) }
  return (
    <Gate gate={gate} tick={none} keys={keys} help={block.help} notice={notice} messages={messages}>
      <div className={styles.revealed}>
        <FieldGroup name={`${block.keys[0]}-group`} label={say('Check all that apply.')} optional={false} messages={[]}>
          {({ entered }) => <Boxes ticks={ticks} describedBy={entered} />}
        </FieldGroup>
      </div>
    </Gate>
  )
}

/** Lower case, except where a label begins with an abbreviation. */
const inSentence = (label: string) => (/^.[A-Z]/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1))

const mostInOneColumn = 5

/** The first is described by what describes the group. */
const Boxes = ({ ticks, describedBy }: { ticks: readonly TickQuestion[]; describedBy: string | undefined }) => (
  <Choices as={ticks.length > mostInOneColumn ? 'columns' : 'list'}>
    {ticks.map((tick, index) => (
      <TickBox key={tick.key} question={tick} aria-describedby={index === 0 ? describedBy : undefined} />
    ))}
  </Choices>
)

/** The statements that an applicant signs, with who signs, the day, and the button that submits. */
function SignatureBlock({ block }: BlockProps<TickGroup>) {
  const { today } = useApplicationStore()
  const name = useApplication(({ answer }) => legalName(answer))
  const id = `${block.keys[0]}-group`
  return (
    <section className={styles.signatures} aria-labelledby={id}>
      <h3 id={id}>{block.label}</h3>
      {block.help && <p>{block.help}</p>}
      <div className={styles.statements}>
        {block.items.map((item) => item.kind === 'tick' && <QuestionField key={item.key} question={item} />)}
      </div>
      <dl className={styles.signer}>
        <div>
          <dt>{say('Your name')}</dt>
          {name ? (
            <dd className={styles.signature} translate="no">
              {name}
            </dd>
          ) : (
            <dd>{say('Not entered yet')}</dd>
          )}
        </div>
        <div>
          <dt>{say('Today’s date')}</dt>
          <dd>{longDate(today)}</dd>
        </div>
      </dl>
      {use(SubmitSlot)}
    </section>
  )
}

const longDate = (day: string) =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
