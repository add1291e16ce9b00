import { type ClipboardEvent, type FocusEvent, type ReactNode, useState } from 'react'
import { canonicalCode, type DateQuestion, dayFrom, say, toSay } from '../../../engine/index.ts'
import { classNames } from '../../parts/index.ts'
import styles from '../controls/controls.module.css'
import { FieldGroup } from '../controls/field.tsx'
import { Input } from '../controls/input.tsx'
import { screenMemory } from '../store/application-store.ts'
import { useAnswer, useMessages, useOptional, useRequired, useScreenMemory } from '../store/use-application.tsx'

/** What is in the boxes, while it is not the stored date. */
export const typedParts = screenMemory<DateParts>('the parts of a date')

/**
 * A date in three boxes. A date that does not exist is not stored, and clears the stored one (requirements
 * 5.application.40 and 5.application.41). It stays in the boxes. Because nothing was stored, its message appears as
 * soon as the person leaves the boxes, whatever the status, and stays until they type in them again.
 */
export function DateField({ question }: { question: DateQuestion }) {
  const { key, label, help, autocomplete } = question
  const [value, write, commit] = useAnswer(question)
  const [typed, remember] = useScreenMemory(typedParts, key)
  const [editing, setEditing] = useState(false)
  const problems = useMessages([question])
  const optional = useOptional([question])
  const required = useRequired([question])
  const parts = typed ?? partsOf(value) ?? nothing
  const messages = typed !== undefined && value === '' && !editing ? [refusal(parts, question)] : problems

  const put = (next: DateParts) => {
    setEditing(true)
    remember(next.every((part) => part === '') ? undefined : next)
    write(dayFrom(next[2], next[0], next[1]))
  }
  const paste = (event: ClipboardEvent) => {
    const whole = wholeDate(event.clipboardData.getData('text'))
    if (whole === undefined) return
    event.preventDefault()
    put(whole)
  }
  const leave = (event: FocusEvent) => {
    if (event.currentTarget.contains(event.relatedTarget)) return
    setEditing(false)
    if (value !== '') remember(undefined)
    commit()
  }

  return (
    <FieldGroup name={key} label={label} help={help} optional={optional} messages={messages}>
      {(described) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: it only handles events of its boxes.
        <div onBlur={leave} onPaste={paste}>
          <Parts>
            {boxes.map(({ name, fits, suffix }, index) => (
              <Part key={name} id={key + suffix} label={say(name)}>
                <Input
                  id={key + suffix}
                  name={key + suffix}
                  value={parts[index]}
                  fits={fits}
                  inputMode="numeric"
                  aria-invalid={messages.length > 0 || undefined}
                  aria-required={required}
                  aria-describedby={index === 0 ? described.entered : described.wrong}
                  autoComplete={autocomplete && `${autocomplete}-${name.toLowerCase()}`}
                  onChange={(event) => put(withPart(parts, index, event.target.value))}
                />
              </Part>
            ))}
          </Parts>
        </div>
      )}
    </FieldGroup>
  )
}

const boxes = [
  { name: toSay('Month'), fits: 2, suffix: '' }, // the first box uses the key as its id, because links lead there (Q53)
  { name: toSay('Day'), fits: 2, suffix: '-day' },
  { name: toSay('Year'), fits: 4, suffix: '-year' },
] as const

const nothing: DateParts = ['', '', '']

const withPart = ([month, day, year]: DateParts, index: number, text: string): DateParts => [
  index === 0 ? text : month,
  index === 1 ? text : day,
  index === 2 ? text : year,
]

const refusal = ([month, day, year]: DateParts, { invalid, message, label }: DateQuestion): string =>
  month.trim() === '' || day.trim() === '' || !/^\d{4}$/.test(canonicalCode(year))
    ? say('Enter a month, a day and a four-digit year, like 4 19 2007.')
    : (invalid ?? message ?? label)

/** The controls of one question, side by side. A month and a year are narrow, so that two dates fit on a line. */
export function Parts({ as, children }: { as?: 'month and year'; children: ReactNode }) {
  return <div className={classNames(styles.parts, as && styles.month)}>{children}</div>
}

/** One of these controls, with its own small label. */
export function Part({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <div className={styles.part}>
      <label htmlFor={id}>{label}</label>
      {children}
    </div>
  )
}

type DateParts = readonly [month: string, day: string, year: string]

/** Parses a whole date as people in the United States or computers write it; undefined if it is not a date. */
export function wholeDate(text: string): DateParts | undefined {
  const words = canonicalCode(text)
    .toLowerCase()
    .split(/[\s,./-]+/)
  const [first = '', second = '', third = ''] = words
  if (words.length !== 3) return undefined
  if (/^\d{4}$/.test(first)) return valid(second, third, first)
  if (/^\d/.test(first) && /^[a-z]/.test(second)) return valid(second, first, third)
  return valid(first, second, third)
}

const valid = (month: string, day: string, year: string): DateParts | undefined => partsOf(dayFrom(year, month, day))

/** The parts of a stored date as shown in the boxes, without leading zeros. */
function partsOf(stored: string): DateParts | undefined {
  const [year, month, day] = stored.split('-')
  return year && month && day ? [String(Number(month)), String(Number(day)), year] : undefined
}
