import { useState } from 'react'
import { canBeFacet, isOwnKey, MOST_OWN_ENTRIES, type OwnItem, say } from '../../../../../engine/index.ts'
import { Button, sentence } from '../../../../parts/index.ts'
import {
  FieldRow,
  StaffActions,
  StaffForm,
  StaffInput,
  type StaffOption,
  StaffSelect,
  StaffText,
  StaffTick,
} from '../../staff-field.tsx'
import { type Earlier, othersFor, type Row } from './outline-rows.ts'
import styles from './questions.module.css'
import type { Room } from './room.ts'
import { at, type Option, optionsFrom, ownChanges } from './structure-draft.ts'

/** What somebody types about an item of the office's own. */
export type Typed = Omit<OwnItem, 'in' | 'since' | 'options' | 'order' | 'retired'>

/** Whether a kind asks a question with a list of answers. */
export const hasOptions = ({ kind }: Pick<OwnItem, 'kind'>): boolean =>
  kind === 'radio' || kind === 'select' || kind === 'searchable' || kind === 'checkboxes'

/** Whether an answer of a kind can be compared with another one. */
const canDiffer = ({ kind }: Typed) =>
  kind === 'text' ||
  kind === 'number' ||
  kind === 'radio' ||
  kind === 'select' ||
  kind === 'searchable' ||
  kind === 'email' ||
  kind === 'phone' ||
  kind === 'date'

const isQuestion = ({ kind }: Typed) => kind !== 'note' && kind !== 'section' && kind !== 'repeated'

type FieldsProps = {
  typed: Typed
  change: (typed: Typed) => void
  /** From whose answers this one can have to differ. */
  others: readonly Earlier[]
}

/** The fields of an item, as far as its kind has them. */
export function OwnFields({ typed, change, others }: FieldsProps) {
  const { kind, label, help, limit, min, max, decimals, required, care, entry, add, most, print } = typed
  const text = (value: string) => (value === '' ? undefined : value)
  const number = (value: string) => (value === '' || Number.isNaN(Number(value)) ? undefined : Number(value))
  const yes = (is: boolean) => (is ? 'yes' : undefined)
  return (
    <>
      {kind === 'note' ? (
        <StaffText
          label={say('What it says')}
          required
          rows={3}
          value={label}
          onChange={({ target }) => change({ ...typed, label: target.value })}
        />
      ) : (
        <StaffInput
          label={kind === 'section' || kind === 'repeated' ? say('Its title') : say('The question')}
          required
          value={label}
          onChange={({ target }) => change({ ...typed, label: target.value })}
        />
      )}
      {kind !== 'note' && (
        <StaffInput
          label={kind === 'section' ? say('A note below its title') : say('Help below it')}
          value={help ?? ''}
          onChange={({ target }) => change({ ...typed, help: text(target.value) })}
        />
      )}
      <FieldRow>
        {(kind === 'text' || kind === 'paragraph') && (
          <StaffInput
            label={say('Most characters')}
            inputMode="numeric"
            value={limit ?? ''}
            onChange={({ target }) => change({ ...typed, limit: number(target.value) })}
          />
        )}
        {kind === 'number' && (
          <>
            <StaffInput
              label={say('Least')}
              inputMode="decimal"
              value={min ?? ''}
              onChange={({ target }) => change({ ...typed, min: number(target.value) })}
            />
            <StaffInput
              label={say('Largest')}
              inputMode="decimal"
              value={max ?? ''}
              onChange={({ target }) => change({ ...typed, max: number(target.value) })}
            />
          </>
        )}
        {kind === 'repeated' && (
          <>
            <StaffInput
              label={say('What one is called')}
              hint={say('Such as Job {number}', { number: '{number}' })}
              value={entry ?? ''}
              onChange={({ target }) => change({ ...typed, entry: text(target.value) })}
            />
            <StaffInput
              label={say('Most entries')}
              type="number"
              min={1}
              max={MOST_OWN_ENTRIES}
              value={most ?? ''}
              onChange={({ target }) => change({ ...typed, most: number(target.value) })}
            />
            <StaffInput
              label={say('Its button')}
              hint={say('Such as Add another job')}
              value={add ?? ''}
              onChange={({ target }) => change({ ...typed, add: text(target.value) })}
            />
          </>
        )}
      </FieldRow>
      <OwnRules typed={typed} change={change} others={others} />
      {kind === 'number' && (
        <StaffTick
          label={say('With decimals')}
          checked={decimals === 'yes'}
          onChange={({ target }) => change({ ...typed, decimals: yes(target.checked) })}
        />
      )}
      {kind === 'repeated' && (
        <StaffTick
          label={say('Print its entries as a table')}
          checked={print === 'table'}
          onChange={({ target }) => change({ ...typed, print: target.checked ? 'table' : undefined })}
        />
      )}
      {kind === 'section' && (
        <>
          <StaffTick
            label={say('The next application begins with its answers')}
            checked={typed.carried === 'yes'}
            onChange={({ target }) => change({ ...typed, carried: yes(target.checked) })}
          />
          <StaffTick
            label={say('Print it on a sheet of its own')}
            checked={typed.own_sheet === 'yes'}
            onChange={({ target }) => change({ ...typed, own_sheet: yes(target.checked) })}
          />
        </>
      )}
      {isQuestion(typed) && kind !== 'checkboxes' && (
        <StaffTick
          label={say('Required')}
          checked={required === 'yes'}
          onChange={({ target }) => change({ ...typed, required: yes(target.checked) })}
        />
      )}
      {isQuestion(typed) && (
        <StaffTick
          label={say('Sensitive: only staff with the right to see it')}
          checked={care === 'sensitive'}
          onChange={({ target }) =>
            change({ ...typed, ...(target.checked ? { care: 'sensitive', facet: undefined } : { care: undefined }) })
          }
        />
      )}
      {canBeFacet(kind) && care !== 'sensitive' && (
        <StaffTick
          label={say('Staff can filter the list by it')}
          checked={typed.facet === 'yes'}
          onChange={({ target }) => change({ ...typed, facet: yes(target.checked) })}
        />
      )}
    </>
  )
}

/** What else an answer must be, and what is said of one that is not. */
function OwnRules({ typed, change, others }: FieldsProps) {
  const { kind, words, like = [], least, most, invalid, differs, no_gap, message } = typed
  const ends = others.filter(({ key, block, question }) => block && question.kind === 'date' && isOwnKey(key))
  const number = (value: string) => (/^\d+$/.test(value) ? Number(value) : undefined)
  const lines = (value: string) => (value === '' ? undefined : value.split('\n'))
  return (
    <>
      {kind === 'paragraph' && (
        <StaffInput
          label={say('Most words')}
          inputMode="numeric"
          value={words ?? ''}
          onChange={({ target }) => change({ ...typed, words: number(target.value) })}
        />
      )}
      {kind === 'checkboxes' && (
        <FieldRow>
          <StaffInput
            label={say('At least so many are checked')}
            inputMode="numeric"
            value={least ?? ''}
            onChange={({ target }) => change({ ...typed, least: number(target.value) })}
          />
          <StaffInput
            label={say('At most so many are checked')}
            inputMode="numeric"
            value={most ?? ''}
            onChange={({ target }) => change({ ...typed, most: number(target.value) })}
          />
        </FieldRow>
      )}
      {kind === 'text' && (
        <StaffText
          label={say('What it looks like, an example a line')}
          hint={say('Such as A12-345: any letter for a letter, and any digit for a digit')}
          rows={2}
          value={like.join('\n')}
          onChange={({ target }) => change({ ...typed, like: lines(target.value) })}
        />
      )}
      {canDiffer(typed) && (
        <StaffSelect
          label={say('Its answer must differ from that to')}
          options={[
            ['', say('No other question')],
            ...others.map(({ key, question: { label } }): StaffOption => [key, label, 'given']),
          ]}
          value={differs ?? ''}
          onPick={(key) => change({ ...typed, differs: key === '' ? undefined : key })}
        />
      )}
      {kind === 'date' && ends.length > 0 && (
        <StaffSelect
          label={say('Entries leave no month out: it lasts until')}
          options={[
            ['', say('They may')],
            ...ends.map(({ key, question: { label } }): StaffOption => [key, label, 'given']),
          ]}
          value={no_gap ?? ''}
          onPick={(key) => change({ ...typed, no_gap: key === '' ? undefined : key })}
        />
      )}
      {isQuestion(typed) && (
        <StaffInput
          label={say('What is said where its answer is missing')}
          value={message ?? ''}
          onChange={({ target }) => change({ ...typed, message: target.value === '' ? undefined : target.value })}
        />
      )}
      {(canDiffer(typed) || kind === 'paragraph' || kind === 'checkboxes') && (
        <StaffInput
          label={say('What is said of an answer that cannot be right')}
          value={invalid ?? ''}
          onChange={({ target }) => change({ ...typed, invalid: target.value === '' ? undefined : target.value })}
        />
      )}
    </>
  )
}

type EditProps = { row: Row; room: Room; own: NonNullable<Row['own']> }

/** Changes the words of an item of the office's own and its answers. Its key and its kind stay. */
export function EditOwn({ row, room, own: [id, item] }: EditProps) {
  const { in: place, since, options, order, retired, ...given } = item
  const [typed, setTyped] = useState<Typed>(given)
  const keep = () =>
    room.change({
      changes: ownChanges(
        id,
        { ...withoutBlankLines(typed), label: typed.label.trim(), in: place, since, options, order, retired },
        item,
      ),
      says: say('The words of “{item}” are kept.', { item: typed.label }),
      focus: { name: row.name, action: 'words' },
    })
  return (
    <div className={styles.panel}>
      <p className={styles.key}>
        {since === undefined
          ? sentence('Its key in exports: {key}', { key: id })
          : sentence('Its key in exports: {key}. It was published, so it stays.', { key: id })}
      </p>
      <StaffForm className={styles.form} onSend={keep}>
        <OwnFields
          typed={typed}
          change={setTyped}
          others={othersFor(room.outline, room.structure, row.block).filter(({ key }) => key !== id)}
        />
        <StaffActions>
          <Button type="submit" size="small">
            {say('Keep the words')}
          </Button>
        </StaffActions>
      </StaffForm>
      {hasOptions(item) && <OptionsOf row={row} room={room} own={[id, item]} />}
    </div>
  )
}

/** The answers of a list: what they are called, their order, and which are no longer offered. Their codes stay. */
function OptionsOf({ row: { name }, room, own: [id, item] }: EditProps) {
  const { options = {}, order = [], retired = {} } = item
  const [more, setMore] = useState('')
  const codes = [
    ...order.filter((code) => options[code] !== undefined),
    ...Object.keys(options)
      .filter((code) => !order.includes(code))
      .toSorted(),
  ]
  const isPublished = (code: string) => Object.hasOwn(room.published, at('own', id, 'options', code))
  const change = (changes: Parameters<Room['change']>[0]['changes'], says: string) =>
    room.change({ changes, says, focus: { name, action: 'words' } })
  const add = () => {
    const added = optionsFrom(more, options)
    if (added.length === 0) return
    change(
      {
        ...Object.fromEntries(added.map(([code, label]) => [at('own', id, 'options', code), label])),
        [at('own', id, 'order')]: [...codes, ...added.map(([code]) => code)],
      },
      say('Answers added.'),
    )
    setMore('')
  }
  const remove = (code: string, label: string) =>
    isPublished(code)
      ? change(
          { [at('own', id, 'retired', code)]: label },
          say('“{option}” is no longer offered. Who chose it keeps it.', { option: label }),
        )
      : change(
          {
            [at('own', id, 'options', code)]: null,
            [at('own', id, 'order')]: codes.filter((each) => each !== code),
          },
          say('“{option}” is gone.', { option: label }),
        )
  const move = (code: string, by: number) => {
    const from = codes.indexOf(code)
    change(
      { [at('own', id, 'order')]: codes.toSpliced(from, 1).toSpliced(from + by, 0, code) },
      say('“{option}” is now number {number} of {count}.', {
        ...{ option: options[code] ?? code, number: from + by + 1, count: codes.length },
      }),
    )
  }
  return (
    <div className={styles.form}>
      <ul className={styles.answers}>
        {codes.map((code, index) => {
          const label = options[code] ?? code
          if (retired[code] !== undefined)
            return (
              <li key={code}>
                <s translate="no">{label}</s>
                <Button
                  variant="quiet"
                  size="small"
                  onClick={() =>
                    change(
                      { [at('own', id, 'retired', code)]: null },
                      say('“{option}” is offered again.', { option: label }),
                    )
                  }
                >
                  {sentence('Offer {option} again', { option: label })}
                </Button>
              </li>
            )
          return (
            <li key={code}>
              <OptionField
                key={label}
                label={label}
                code={code}
                change={(next) =>
                  change(
                    { [at('own', id, 'options', code)]: next },
                    say('The answer is “{option}” now.', { option: next }),
                  )
                }
              />
              <StaffActions>
                <Button variant="quiet" size="small" disabled={index === 0} onClick={() => move(code, -1)}>
                  {sentence('<seen>Up</seen> {option}', { option: label })}
                </Button>
                <Button
                  variant="quiet"
                  size="small"
                  disabled={index === codes.length - 1}
                  onClick={() => move(code, 1)}
                >
                  {sentence('<seen>Down</seen> {option}', { option: label })}
                </Button>
                {(item.kind !== 'checkboxes' || !isPublished(code)) && (
                  <Button variant="quiet" size="small" onClick={() => remove(code, label)}>
                    {sentence('<seen>No longer offer</seen> {option}', { option: label })}
                  </Button>
                )}
              </StaffActions>
            </li>
          )
        })}
      </ul>
      <StaffText
        label={say('More answers, one a line')}
        rows={2}
        value={more}
        onChange={({ target }) => setMore(target.value)}
      />
      <StaffActions>
        <Button variant="outline" size="small" disabled={more.trim() === ''} onClick={add}>
          {say('Add these answers')}
        </Button>
      </StaffActions>
    </div>
  )
}

/** What somebody typed, without the lines that say nothing. */
export function withoutBlankLines(typed: Typed): Typed {
  const like = (typed.like ?? []).map((each) => each.trim()).filter((each) => each !== '')
  return { ...typed, like: like.length === 0 ? undefined : like }
}

/** What one answer is called. It is kept when its field is left. */
function OptionField({ label, code, change }: { label: string; code: string; change: (label: string) => void }) {
  const [typed, setTyped] = useState(label)
  const leave = () => {
    const text = typed.trim()
    if (text === '') setTyped(label)
    else if (text !== label) change(text)
  }
  return <StaffInput label={code} value={typed} onChange={({ target }) => setTyped(target.value)} onBlur={leave} />
}

/** Options as an item has them. */
export const optionsOfItem = (options: readonly Option[]): Pick<OwnItem, 'options' | 'order'> => ({
  options: Object.fromEntries(options),
  order: options.map(([code]) => code),
})
