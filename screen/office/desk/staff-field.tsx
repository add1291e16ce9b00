import { type ComponentProps, type ReactNode, type SubmitEvent, useId, useState } from 'react'
import styles from './desk.module.css'

type FieldProps = { label: string; hint?: string }
type Control = HTMLInputElement | HTMLTextAreaElement

/**
 * A form whose fields are judged when it is sent. A field that is `required` for the browser has an answer missing from the
 * beginning, and screen readers say so; so until then it is only marked as required.
 */
export function StaffForm({ onSend, ...rest }: Omit<ComponentProps<'form'>, 'onSubmit'> & { onSend: () => void }) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const require = (isJudged: boolean) => {
      for (const each of form.querySelectorAll<Control>('input, textarea'))
        each.required = isJudged && each.getAttribute('aria-required') === 'true'
    }
    require(true)
    if (!form.reportValidity()) return
    require(false)
    onSend()
  }
  return <form {...rest} noValidate onSubmit={submit} />
}

/** A labeled text field. */
export function StaffInput({ label, hint, required, ...rest }: FieldProps & ComponentProps<'input'>) {
  const id = useId()
  return (
    <p className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        autoComplete="off"
        {...rest}
        aria-required={required}
        id={id}
        {...(hint && { 'aria-describedby': `${id}-hint` })}
      />
      {hint && (
        <span className={styles.hint} id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </p>
  )
}

/** `given` is a label that somebody chose, such as a name: browsers do not translate it. */
export type StaffOption = readonly [value: string, label: string, given?: 'given']

type SelectProps = FieldProps &
  Omit<ComponentProps<'select'>, 'onChange'> & {
    options: readonly StaffOption[]
    onPick: (value: string) => void
  }

/** A labeled list of choices. */
export function StaffSelect({ label, options, onPick, ...rest }: SelectProps) {
  const id = useId()
  return (
    <p className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <select {...rest} id={id} onChange={({ target }) => onPick(target.value)}>
        {options.map(([value, text, given]) => (
          <option key={value} value={value} translate={given && 'no'}>
            {text}
          </option>
        ))}
      </select>
    </p>
  )
}

/** A labeled field for several lines. */
export function StaffText({ label, hint, required, ...rest }: FieldProps & ComponentProps<'textarea'>) {
  const id = useId()
  return (
    <p className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <textarea {...rest} aria-required={required} id={id} {...(hint && { 'aria-describedby': `${id}-hint` })} />
      {hint && (
        <span className={styles.hint} id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </p>
  )
}

/** A checkbox with its label beside it. */
export function StaffTick({ label, ...rest }: { label: string } & ComponentProps<'input'>) {
  const id = useId()
  return (
    <p className={styles.tick}>
      <input {...rest} type="checkbox" id={id} />
      <label htmlFor={id}>{label}</label>
    </p>
  )
}

/** Checkboxes that belong together. */
export const StaffTicks = ({ legend, children }: { legend: string; children: ReactNode }) => (
  <fieldset className={styles.ticks}>
    <legend>{legend}</legend>
    {children}
  </fieldset>
)

/** The buttons below some fields. */
export const StaffActions = ({ children }: { children: ReactNode }) => <p className={styles.actions}>{children}</p>

type FoldedProps = { summary: string; inUse?: boolean; children: ReactNode }

/** Content that is folded away until somebody opens it or it is `inUse`. It never closes by itself. */
export function Folded({ summary, inUse = false, children }: FoldedProps) {
  const [opened, setOpened] = useState(inUse)
  if (inUse && !opened) setOpened(true)
  return (
    <details className={styles.folded} open={opened}>
      <summary>{summary}</summary>
      {children}
    </details>
  )
}

/** Fields side by side, as many as fit. */
export const FieldRow = ({ children }: { children: ReactNode }) => <div className={styles.row}>{children}</div>
