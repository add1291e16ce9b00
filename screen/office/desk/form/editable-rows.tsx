import { use, useId, useState } from 'react'
import { namesIn, placeOf } from '../../../../api/browser.ts'
import type { ChangedValue, Editable, StaffReply } from '../../../../api/index.ts'
import { momentIn, say } from '../../../../engine/index.ts'
import { pageData } from '../../../client/index.ts'
import { Button, Notice, sentence } from '../../../parts/index.ts'
import { FieldRow, StaffActions, StaffForm, StaffInput, StaffText } from '../staff-field.tsx'
import styles from './form.module.css'
import { LanguagesBeside, Translations } from './translations.tsx'

export type ReadForm = StaffReply<'readForm'>
export type Value = ChangedValue | null

export type RowProps = {
  row: Editable
  value: Value
  /** Who has changed it in the draft. */
  by: string | undefined
  isReadOnly: boolean
  change: (after: Value) => void
}

/** One text, number or day, which is kept when its field is left. Words of ours stand beside those of the office. */
export function LineRow({ row, value, by, isReadOnly, change }: RowProps) {
  const { kind, product, published } = row
  const shown = String(value ?? product ?? '')
  const [typed, setTyped] = useState<{ readonly of: string; readonly text: string }>()
  // What was typed over an earlier value is not what stands there when that comes back.
  if (typed && typed.of !== shown) setTyped(undefined)
  const text = typed?.of === shown ? typed.text : shown
  const [noNumber, setNoNumber] = useState<string>()
  const isWrong = noNumber !== undefined && noNumber === text
  const leave = () => {
    if (text === shown) return
    const given = text.trim()
    if (given === '' || given === product) change(null)
    else if (kind !== 'number') change(given)
    else if (/^\d+$/.test(given)) change(Number(given))
    else setNoNumber(text)
  }
  const where = use(LanguagesBeside)?.whereItStands?.(row.name)
  const field = {
    label: row.name,
    ...(where !== undefined && row.english !== undefined && { hint: where }),
    'aria-invalid': isWrong,
    value: text,
    readOnly: isReadOnly,
    onChange: ({ target }: { target: { value: string } }) => setTyped({ of: shown, text: target.value }),
    onBlur: leave,
  }
  return (
    <div className={styles.row} data-place={row.place}>
      {kind === 'paragraph' ? <StaffText {...field} rows={3} /> : <StaffInput {...field} {...inputOf[kind]} />}
      {isWrong && (
        <Notice kind="error" role="alert">
          <p>{say('This is not kept: write a whole number in digits, such as 12.')}</p>
        </Notice>
      )}
      <RowNotes by={by}>
        {product !== null && value !== null && (
          <Button variant="quiet" size="small" disabled={isReadOnly} onClick={() => change(null)}>
            {sentence('Back to our words: “{words}”', { words: product })}
          </Button>
        )}
        {by !== undefined && (published !== null || product === null) && (
          <Button variant="quiet" size="small" disabled={isReadOnly} onClick={() => change(published)}>
            {published === null
              ? say('Take this change back')
              : sentence('Back to what is published: “{words}”', { words: String(published) })}
          </Button>
        )}
      </RowNotes>
      <Translations row={row} />
    </div>
  )
}

const inputOf: Readonly<Partial<Record<Editable['kind'], { readonly type?: string; readonly inputMode?: 'numeric' }>>> =
  {
    number: { inputMode: 'numeric' },
    day: { type: 'date' },
    email: { type: 'email' },
    link: { type: 'url' },
  }

/** Who has changed a row, and the ways back. */
export const RowNotes = ({ by, children }: { by: string | undefined; children: React.ReactNode }) => (
  <div className={styles.notes}>
    {by !== undefined && <span className={styles.mark}>{sentence('Changed by {name}', { name: by })}</span>}
    {children}
  </div>
)

export type OptionsProps = Omit<RowProps, 'change'> & {
  /** A part of the options that are shown, in lower case; of another text all are. */
  wanted: string
  /** Which of them are looked for besides; undefined for all. */
  lacks: ((row: Editable) => boolean) | undefined
  read: ReadForm
  standing: (place: string) => Value
  change: (place: string, after: Value) => void
}

/**
 * A list of options: their labels, their order by buttons, new ones, and which are no longer offered. Who has chosen one
 * keeps it, and its code is never given to another.
 */
export function OptionsRow({ row, value, isReadOnly, wanted, lacks, read, standing, change }: OptionsProps) {
  const [code, setCode] = useState('')
  const [label, setLabel] = useState('')
  const known = read.editables.filter(({ place }) => place.startsWith(`${row.place}/`)).map(({ place }) => place)
  const added = read.draft.changes.map(({ place }) => place).filter((place) => place.startsWith(`${row.place}/`))
  const places = [...new Set([...known, ...added])]
  const order = Array.isArray(value) ? value : []
  const position = (place: string) => {
    const at = order.indexOf(codeIn(place))
    return at === -1 ? places.length : at
  }
  const sorted = places.toSorted((one, other) => position(one) - position(other))
  const offered = sorted.filter((place) => standing(place) !== null)
  const publishedOf = (place: string) => read.editables.find((each) => each.place === place)?.published ?? null
  const isNamed = (place: string) =>
    `${standing(place) ?? ''} ${publishedOf(place) ?? ''} ${codeIn(place)}`.toLocaleLowerCase().includes(wanted)
  const isLacking = (place: string) =>
    lacks === undefined || read.editables.some((each) => each.place === place && lacks(each))
  const named = wanted === '' && !lacks ? [] : sorted.filter((place) => isNamed(place) && isLacking(place))
  const move = (place: string, by: number) => {
    const codes = offered.map(codeIn)
    const from = codes.indexOf(codeIn(place))
    const moved = codes.toSpliced(from, 1).toSpliced(from + by, 0, codeIn(place))
    change(row.place, moved)
  }
  const taken = places.find((place) => codeIn(place) === code.trim())
  const [isRefused, setRefused] = useState(false)
  const add = () => {
    setRefused(taken !== undefined)
    if (taken !== undefined) return
    change(placeIn(row.place, code.trim()), label.trim())
    setCode('')
    setLabel('')
  }
  return (
    <div data-place={row.place}>
      <ul className={styles.options} aria-label={row.name}>
        {(named.length > 0 ? named : sorted).map((place) => {
          const index = offered.indexOf(place)
          const name = String(standing(place) ?? known.find((each) => each === place) ?? '')
          const by = read.draft.changes.find((each) => each.place === place)?.by
          const old = publishedOf(place)
          const shown = {
            place,
            group: row.group,
            name: codeIn(place) || say('No answer'),
            kind: 'line',
            published: old,
            product: null,
            english: '',
          } as const
          if (standing(place) === null)
            return (
              <li key={place} className={styles.retired} data-place={place}>
                <s translate="no">{String(old ?? codeIn(place))}</s>
                {old !== null && (
                  <Button variant="quiet" size="small" disabled={isReadOnly} onClick={() => change(place, old)}>
                    {sentence('Offer {option} again', { option: String(old) })}
                  </Button>
                )}
              </li>
            )
          return (
            <li key={place} data-place={place}>
              <LineRow
                row={shown}
                value={standing(place)}
                by={by}
                isReadOnly={isReadOnly}
                change={(after) => change(place, after)}
              />
              {!isReadOnly && codeIn(place) !== '' && (
                <OptionActions
                  option={name}
                  // No answer stays above them all.
                  isFirst={index < 1 || codeIn(offered[index - 1] ?? '') === ''}
                  isLast={index === offered.length - 1}
                  onMove={(by) => move(place, by)}
                  onRetire={() => change(place, null)}
                />
              )}
            </li>
          )
        })}
      </ul>
      {!isReadOnly && (
        <StaffForm onSend={add}>
          <FieldRow>
            <StaffInput
              label={say('Code of a new option')}
              hint={say('As your student system has it. It can’t be changed later.')}
              required
              value={code}
              pattern="[^/~\s]+"
              aria-invalid={isRefused && taken !== undefined}
              onChange={({ target }) => setCode(target.value)}
            />
            <StaffInput
              label={say('What applicants read')}
              required
              value={label}
              onChange={({ target }) => setLabel(target.value)}
            />
          </FieldRow>
          {isRefused && taken !== undefined && (
            <Notice kind="error" role="alert">
              <p>
                {sentence('{code} is the code of “{option}” already. Give the new option another one.', {
                  code: codeIn(taken),
                  option: String(standing(taken) ?? publishedOf(taken) ?? ''),
                })}
              </p>
            </Notice>
          )}
          <StaffActions>
            <Button type="submit" variant="outline" size="small">
              {sentence('Add to {list}', { list: row.group })}
            </Button>
          </StaffActions>
        </StaffForm>
      )}
    </div>
  )
}

type OptionActionsProps = {
  option: string
  isFirst: boolean
  isLast: boolean
  onMove: (by: 1 | -1) => void
  onRetire: () => void
}

/** What can be done with an option besides naming it. */
export const OptionActions = ({ option, isFirst, isLast, onMove, onRetire }: OptionActionsProps) => (
  <StaffActions>
    <Button
      variant="outline"
      size="small"
      disabled={isFirst}
      aria-label={say('Move {option} up', { option })}
      onClick={() => onMove(-1)}
    >
      {say('Up')}
    </Button>
    <Button
      variant="outline"
      size="small"
      disabled={isLast}
      aria-label={say('Move {option} down', { option })}
      onClick={() => onMove(1)}
    >
      {say('Down')}
    </Button>
    <Button variant="outline" size="small" aria-label={say('No longer offer {option}', { option })} onClick={onRetire}>
      {say('No longer offer')}
    </Button>
  </StaffActions>
)

const codeIn = (place: string) => namesIn(place).at(-1) ?? ''
const placeIn = (list: string, code: string) => list + placeOf(code)

/** The announcement above every page, with the time in which it is shown, by the institution's clock. */
export function AnnouncementRow({ row, value, by, isReadOnly, change }: RowProps) {
  const given = typeof value === 'object' && value !== null && 'text' in value ? value : undefined
  const [text, setText] = useState(given?.text ?? '')
  const [start, setStart] = useState(wallClock(given?.start))
  const [end, setEnd] = useState(wallClock(given?.end))
  const id = useId()
  return (
    <div className={styles.row} data-place={row.place}>
      <StaffForm
        onSend={() => change({ text: text.trim(), start: momentOf(start), end: momentOf(end) })}
        aria-labelledby={id}
      >
        <h3 id={id}>{row.name}</h3>
        <StaffText
          label={say('What it says')}
          required
          value={text}
          readOnly={isReadOnly}
          rows={3}
          onChange={({ target }) => setText(target.value)}
        />
        <FieldRow>
          <StaffInput
            label={say('From')}
            type="datetime-local"
            required
            value={start}
            readOnly={isReadOnly}
            onChange={({ target }) => setStart(target.value)}
          />
          <StaffInput
            label={say('Until')}
            type="datetime-local"
            required
            value={end}
            readOnly={isReadOnly}
            onChange={({ target }) => setEnd(target.value)}
          />
        </FieldRow>
        {!isReadOnly && (
          <StaffActions>
            <Button type="submit" variant="outline" size="small">
              {say('Keep the announcement')}
            </Button>
            {value !== null && (
              <Button variant="outline" size="small" onClick={() => change(null)}>
                {say('Announce nothing')}
              </Button>
            )}
          </StaffActions>
        )}
      </StaffForm>
      <RowNotes by={by}>{null}</RowNotes>
      <Translations row={row} />
    </div>
  )
}

/** The institution's wall clock at a moment, as a field for date and time takes it. */
const wallClock = (moment: string | undefined): string =>
  moment === undefined
    ? ''
    : new Intl.DateTimeFormat('sv-SE', {
        timeZone: pageData().institution.time_zone,
        dateStyle: 'short',
        timeStyle: 'short',
      })
        .format(new Date(moment))
        .replace(' ', 'T')

const momentOf = (clock: string): string =>
  momentIn(pageData().institution.time_zone, Date.parse(`${clock}Z`)).toISOString()
