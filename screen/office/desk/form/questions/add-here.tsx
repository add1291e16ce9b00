import { useId, useState } from 'react'
import type { Changes } from '../../../../../api/index.ts'
import { nameOfOwn, type OwnItem, ownKinds, say } from '../../../../../engine/index.ts'
import { Button, Loading, lazyPart, sentence } from '../../../../parts/index.ts'
import { StaffActions, StaffForm, StaffInput, type StaffOption, StaffSelect, StaffText } from '../../staff-field.tsx'
import { kindsInWords } from './kinds.ts'
import { namesInside, othersFor, placesBelow } from './outline-rows.ts'
import { hasOptions, OwnFields, optionsOfItem, type Typed, withoutBlankLines } from './own-form.tsx'
import styles from './questions.module.css'
import type { Room } from './room.ts'
import { at, isOwnId, optionsFrom, ownChanges, ownIdOf } from './structure-draft.ts'

type AddProps = { container: string; title: string; room: Room }

/** Adds something of the office's own to a page, a section or a repeated block. */
export function AddHere({ container, title, room }: AddProps) {
  const [isOpen, setOpen] = useState(false)
  const [isReady, setReady] = useState(false)
  return (
    <div className={styles.add} data-item={container}>
      <StaffActions>
        <Button
          variant="outline"
          size="small"
          data-action="add"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {sentence('<seen>Add a question</seen> to {place}', { place: title })}
        </Button>
        <Button variant="quiet" size="small" aria-expanded={isReady} onClick={() => setReady(!isReady)}>
          {sentence('<seen>Ready-made questions</seen> for {place}', { place: title })}
        </Button>
      </StaffActions>
      {isOpen && <AddForm container={container} room={room} onClose={() => setOpen(false)} />}
      {isReady && <Bank container={container} room={room} />}
    </div>
  )
}

const Bank = lazyPart(async () => (await import('./bank.tsx')).Bank, { meanwhile: <Loading /> })

/** Yes or no, and on yes a text: what is asked most often of all that needs two questions. */
const YES_NO = 'yes_no'

function AddForm({ container, room, onClose }: { container: string; room: Room; onClose: () => void }) {
  const id = useId()
  const [picked, setPicked] = useState<string>('text')
  const [typed, setTyped] = useState<Typed>({ kind: 'text', label: '' })
  const [options, setOptions] = useState('')
  const [explain, setExplain] = useState(say('Please explain'))
  const [ownKey, setOwnKey] = useState<string>()
  const inside = namesInside(room.outline, container)
  const [below, setBelow] = useState(inside.at(-1) ?? '')
  const isInPage = container.startsWith('page:')
  const kinds = ownKinds.filter((kind) => kind !== 'section' || isInPage)
  const pick = (kind: string) => {
    setPicked(kind)
    const found = kinds.find((each) => each === kind)
    setTyped({ ...typed, kind: found ?? 'radio' })
  }
  const taken = (key: string) => Object.hasOwn(room.structure.own ?? {}, key)
  const key = ownKey ?? ownIdOf(typed.label, typed.kind, taken)
  const add = () => {
    if (!isOwnId(key) || taken(key))
      return room.refuse(
        say('“{key}” cannot be a key. It is own_ with small letters, digits and underscores, and no other key.', {
          key,
        }),
      )
    const label = typed.label.trim()
    const isYesNo = picked === YES_NO
    const listed = isYesNo
      ? optionsOfItem([
          ['Y', say('Yes')],
          ['N', say('No')],
        ])
      : hasOptions(typed)
        ? optionsOfItem(optionsFrom(options))
        : {}
    const item: OwnItem = { ...withoutBlankLines(typed), label, in: container, ...listed }
    const name = nameOfOwn(key, item)
    const more = isYesNo ? explanation(key, item, explain.trim(), container, taken) : undefined
    const order = inside.toSpliced(inside.indexOf(below) + 1, 0, name, ...(more ? [more.id] : []))
    room.change({
      changes: { ...ownChanges(key, item), ...more?.changes, [at('order', container)]: order },
      says: say('“{item}” is added.', { item: label }),
      focus: { name, action: 'toggle' },
    })
    onClose()
  }
  return (
    <StaffForm className={styles.panel} onSend={add} aria-labelledby={id}>
      <h4 id={id}>{say('Something new')}</h4>
      <StaffSelect
        label={say('What kind')}
        options={[
          ...kinds.map((kind): StaffOption => [kind, kindsInWords(kind)]),
          [YES_NO, say('Yes or no, with an explanation on yes')],
        ]}
        value={picked}
        onPick={pick}
      />
      <OwnFields typed={typed} change={setTyped} others={othersFor(room.outline, room.structure, container)} />
      {picked === YES_NO ? (
        <StaffText
          label={say('What is asked on yes')}
          required
          rows={1}
          value={explain}
          onChange={({ target }) => setExplain(target.value)}
        />
      ) : (
        hasOptions(typed) && (
          <StaffText
            label={say('Answers, one a line')}
            hint={say('Such as Full-time, or with a code of yours for exports: FT = Full-time')}
            required
            rows={4}
            value={options}
            onChange={({ target }) => setOptions(target.value)}
          />
        )
      )}
      {typed.label.trim() !== '' && (
        <StaffInput
          label={say('Its key in exports, for good')}
          spellCheck={false}
          value={key}
          onChange={({ target }) => setOwnKey(target.value === '' ? undefined : target.value)}
        />
      )}
      {inside.length > 0 && (
        <StaffSelect
          label={say('Where it stands')}
          options={placesBelow(room.outline, inside)}
          value={below}
          onPick={setBelow}
        />
      )}
      <StaffActions>
        <Button type="submit" size="small">
          {say('Add it')}
        </Button>
        <Button variant="quiet" size="small" onClick={onClose}>
          {say('Cancel')}
        </Button>
      </StaffActions>
    </StaffForm>
  )
}

/** The text that is asked on yes. */
function explanation(
  of: string,
  { required, care }: OwnItem,
  label: string,
  container: string,
  taken: (key: string) => boolean,
): { readonly id: string; readonly changes: Changes } {
  const id = ownIdOf(`${of.slice('own_'.length, 30)} ${label}`, 'paragraph', (key) => key === of || taken(key))
  const changes = {
    ...ownChanges(id, { kind: 'paragraph', in: container, label, required, care }),
    [at('asked_if', id)]: { valueKey: of, operator: 'equals', target: 'Y' } as const,
  }
  return { id, changes }
}
