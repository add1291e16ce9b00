import { type ComponentProps, type ReactElement, type ReactNode, useMemo } from 'react'
import type { Question } from '../../../engine/index.ts'
import { say } from '../../../engine/index.ts'
import { classNames, Icon, marked, VisuallyHidden } from '../../parts/index.ts'
import { useLabel, useMessages, useOptional, useRequired, useWarning } from '../store/use-application.tsx'
import styles from './field.module.css'
import { FieldNotesContext, useFieldNote } from './field-context.ts'

/** Connects a control to its label, help and messages. The id is the answer key (Q53). */
export type ControlAttributes = {
  readonly id: string
  readonly name: string
  readonly 'aria-invalid': true | undefined
  readonly 'aria-required': true | undefined
  readonly 'aria-describedby': string | undefined
}

type FieldProps = {
  question: Question
  /** Text under the control, with its buttons if it has any. Like help, it describes the control. */
  after?: ReactElement | string | undefined
  /** Shown instead of the messages of the question. */
  messages?: readonly string[] | undefined
  children: (control: ControlAttributes) => ReactNode
}

/** The frame of a question with one control: label, help, messages, control. */
export function Field({ question, after: said, messages: own, children }: FieldProps) {
  const { key, help, notice } = question
  const warning = useWarning([key])
  const label = useLabel(question)
  const found = useMessages([question])
  const messages = own ?? found
  const after = said ?? (warning !== undefined && messages.includes(warning) ? undefined : warning)
  const optional = useOptional([question])
  const required = useRequired([question])
  const note = useFieldNote(key)
  const hasMessages = messages.length > 0
  const wrong = hasMessages || note?.isWrong === true
  const control = {
    id: key,
    name: key,
    'aria-invalid': wrong || undefined,
    'aria-required': required,
    'aria-describedby': idsOf(
      help && `${key}-help`,
      hasMessages && `${key}-error`,
      after && `${key}-after`,
      note?.describedBy,
    ),
  } as const
  return (
    <div className={classNames(styles.field, wrong && styles.wrong)} data-field>
      <FieldLabel htmlFor={key} optional={optional}>
        {label}
      </FieldLabel>
      {help && <FieldHelp id={`${key}-help`}>{help}</FieldHelp>}
      {notice && <FieldNotice {...notice} />}
      <FieldErrors id={`${key}-error`} messages={messages} />
      <div className={styles.control}>{children(control)}</div>
      {after && (
        <p className={styles.after} id={`${key}-after`}>
          {typeof after === 'string' ? marked(after) : after}
        </p>
      )}
    </div>
  )
}

type FieldGroupProps = Omit<ComponentProps<'fieldset'>, 'children'> & {
  /** The prefix for the ids of its help and messages. */
  name: string
  label: string
  optional: boolean
  help?: Question['help'] | undefined
  notice?: Question['notice']
  messages: readonly string[]
  /** Text under the controls. */
  after?: string | undefined
  children: (described: DescribedBy) => ReactNode
}

/** The ids of what describes the controls of a group, for their `aria-describedby`. */
export type DescribedBy = {
  /** For the control at which the focus enters the group: help, messages and the text under the controls. */
  readonly entered: string | undefined
  /** For each other control that is marked as wrong: the messages. */
  readonly wrong: string | undefined
}

/**
 * The frame of a question with several controls: a fieldset with legend, help and messages. Its controls are described
 * by them, because not every screen reader says what describes a group, and those that do would say it twice. Only a
 * group that takes the focus itself is described itself.
 */
export function FieldGroup(props: FieldGroupProps) {
  const { name, label, optional, help, notice, messages, after, children, ...rest } = props
  const wrong = messages.length > 0
  const described = {
    entered: idsOf(help && `${name}-help`, wrong && `${name}-error`, after && `${name}-after`),
    wrong: idsOf(wrong && `${name}-error`),
  }
  return (
    <fieldset
      {...rest}
      className={classNames(styles.field, wrong && styles.wrong)}
      aria-describedby={rest.tabIndex === undefined ? undefined : described.entered}
      data-field
    >
      <FieldLabel optional={optional}>{label}</FieldLabel>
      {help && <FieldHelp id={`${name}-help`}>{help}</FieldHelp>}
      {notice && <FieldNotice {...notice} />}
      <FieldErrors id={`${name}-error`} messages={messages} />
      <div className={styles.control}>{children(described)}</div>
      {after && (
        <p className={styles.after} id={`${name}-after`}>
          {after}
        </p>
      )}
    </fieldset>
  )
}

type FieldWithoutLabelProps = {
  question: Question
  children: (control: Pick<ControlAttributes, 'aria-invalid' | 'aria-required' | 'aria-describedby'>) => ReactNode
}

/** The frame of a control that has its own label, such as a single checkbox: help, messages, control. */
export function FieldWithoutLabel({ question, children }: FieldWithoutLabelProps) {
  const { key, help } = question
  const messages = useMessages([question])
  const required = useRequired([question])
  const wrong = messages.length > 0
  return (
    <div className={classNames(styles.field, wrong && styles.wrong)} data-field>
      {help && <FieldHelp id={`${key}-help`}>{help}</FieldHelp>}
      <FieldErrors id={`${key}-error`} messages={messages} />
      {children({
        'aria-invalid': wrong || undefined,
        'aria-required': required,
        'aria-describedby': idsOf(help && `${key}-help`, wrong && `${key}-error`),
      })}
    </div>
  )
}

type BlockFieldsetProps = {
  /** The prefix for the ids inside it. */
  name: string
  legend: string
  /**
   * 'heading' sets the block apart, 'question' reads as the label of what it repeats, and 'hidden' leaves the words to
   * the first label, which says the same.
   */
  legendLook?: 'heading' | 'question' | 'hidden'
  /** What the legend also says to a screen reader. */
  spoken?: string | undefined
  /** It also describes the control of this question, the first in the block. */
  help?: string | undefined
  firstKey?: string | undefined
  children: ReactNode
}

/** Related questions, such as those of an address, under one legend. */
export function BlockFieldset(props: BlockFieldsetProps) {
  const { name, legend, legendLook = 'heading', spoken, help, firstKey = '', children } = props
  const helpId = idsOf(help && `${name}-help`)
  const notes = useMemo(() => helpId && { [firstKey]: { describedBy: helpId } }, [helpId, firstKey])
  return (
    <fieldset>
      {legendLook === 'hidden' ? (
        <legend>
          <VisuallyHidden>{legend}</VisuallyHidden>
        </legend>
      ) : (
        <legend className={styles[legendLook]}>
          <span>{legend}</span>
          {spoken && <VisuallyHidden>{` ${spoken}`}</VisuallyHidden>}
        </legend>
      )}
      {helpId && <FieldHelp id={helpId}>{help}</FieldHelp>}
      <div className={styles.body}>
        {notes ? <FieldNotesContext value={notes}>{children}</FieldNotesContext> : children}
      </div>
    </fieldset>
  )
}

type FieldLabelProps = {
  /** The id of the control it labels. Without one it is a legend, for a fieldset. */
  htmlFor?: string
  optional: boolean
  children: string
}

/**
 * The text of the question. It marks optional questions, not required ones, because most are required. The mark keeps
 * to the last word, or to what follows its slash, so that it is never alone on a line.
 */
function FieldLabel({ htmlFor, optional, children }: FieldLabelProps) {
  const lastWord = children.slice(Math.max(children.lastIndexOf(' '), children.lastIndexOf('/')) + 1)
  const words = optional ? (
    <>
      <span>{children.slice(0, -lastWord.length)}</span>
      <span className={styles.together}>
        <span>{lastWord}</span>
        <span className={styles.optional}>{` ${say('(optional)')}`}</span>
      </span>
    </>
  ) : (
    children
  )
  if (htmlFor === undefined) return <legend className={styles.label}>{words}</legend>
  return (
    <label className={styles.label} htmlFor={htmlFor}>
      {words}
    </label>
  )
}

/** A sentence of help under the label. */
function FieldHelp({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p className={styles.help} id={id}>
      {children}
    </p>
  )
}

/** What may be read before answering, behind its title. */
const FieldNotice = ({ title, text }: NonNullable<Question['notice']>) => (
  <details className={styles.notice}>
    <summary>{title}</summary>
    <p>{text}</p>
  </details>
)

/** The messages of a field, between its label and its control. */
function FieldErrors({ id, messages }: { id: string; messages: readonly string[] }) {
  if (messages.length === 0) return null
  return (
    <div id={id}>
      {messages.map((message) => (
        <p key={message} className={styles.error}>
          <Icon name="alert" />
          <span>{marked(message)}</span>
        </p>
      ))}
    </div>
  )
}

/** The value of an attribute that lists ids; undefined when none applies. */
const idsOf = (...ids: ReadonlyArray<string | false | undefined>): string | undefined =>
  ids.filter(Boolean).join(' ') || undefined
