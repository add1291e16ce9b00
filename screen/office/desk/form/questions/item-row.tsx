import { useState } from 'react'
import { isNeeded, say, sayCount } from '../../../../../engine/index.ts'
import { needs } from '../../../../../form/index.ts'
import { Button, sentence } from '../../../../parts/index.ts'
import { StaffActions, type StaffOption, StaffSelect } from '../../staff-field.tsx'
import { AddHere } from './add-here.tsx'
import { CommentForm, Comments } from './comments.tsx'
import { ConditionEditor } from './condition-editor.tsx'
import { duplicated } from './duplicated.ts'
import { kindsInWords } from './kinds.ts'
import { namesInside, placesBelow, type Row, rowOf, stopping } from './outline-rows.ts'
import { EditOwn } from './own-form.tsx'
import styles from './questions.module.css'
import type { Room } from './room.ts'
import { at, withoutOwn } from './structure-draft.ts'

type RowProps = { row: Row; room: Room; isOpen: boolean; open: (isOpen: boolean) => void }

/** One line of the outline: what it is, what differs, why it cannot be published so, and what can be done with it. */
export function ItemRow({ row, room, isOpen, open }: RowProps) {
  const { structure, outline, faults, isReadOnly } = room
  const { name, title, conditions } = row
  const isStopped = Object.hasOwn(structure.stopped ?? {}, name)
  const askedIf = structure.asked_if?.[name]
  const own = faults.filter((each) => each.name === name)
  return (
    <li className={styles.item} data-item={name} data-depth={Math.min(row.depth, 4)}>
      <div className={styles.line}>
        {room.gone.has(name) ? <s translate="no">{title}</s> : <span translate="no">{title}</span>}
        {marksOf(row, room).map((mark, index) => (
          <span key={mark} className={styles.mark} data-strong={index > 0 || undefined}>
            {mark}
          </span>
        ))}
        {!isReadOnly && <ToggleButton title={title} isOpen={isOpen} onToggle={() => open(!isOpen)} />}
      </div>
      {conditions.map((each) => (
        <p key={each} className={styles.sentence}>
          {sentence('Asked if {condition}.', { condition: each })}
        </p>
      ))}
      {askedIf && (
        <p className={styles.sentence}>{sentence('Asked if {condition}.', { condition: outline.inWords(askedIf) })}</p>
      )}
      {own.map(({ says }) => (
        <p key={says} className={styles.fault} role="alert" translate="no">
          {says}
        </p>
      ))}
      <Comments row={row} room={room} />
      {isOpen && !isReadOnly && room.gone.has(name) && !isStopped && (
        <p className={styles.sentence}>{say('It comes back with what it stands in.')}</p>
      )}
      {isOpen && !isReadOnly && room.gone.has(name) === isStopped && (
        <ItemActions row={row} room={room} isStopped={isStopped} />
      )}
    </li>
  )
}

function marksOf({ name, kind, own, isRequired }: Row, { structure, gone }: Room): readonly string[] {
  const isNew = own !== undefined && own[1].since === undefined
  return [
    kindsInWords(own?.[1].kind ?? kind),
    ...(isRequired === true ? [say('required')] : []),
    ...(isRequired === 'sometimes' ? [say('sometimes required')] : []),
    ...(isNew ? [say('new')] : own ? [say('yours')] : []),
    ...(gone.has(name) ? [say('not asked any more')] : []),
    ...(Object.hasOwn(structure.moved ?? {}, name) ? [say('moved')] : []),
  ]
}

function ItemActions({ row, room, isStopped }: { row: Row; room: Room; isStopped: boolean }) {
  const { outline, structure, change, refuse } = room
  const { name, title, own, container } = row
  const [part, setPart] = useState<'condition' | 'words' | 'comment'>()
  const why = needs.find(
    (need) => need.how === 'mustBeAsked' && outline.keysIn(name).some((key) => isNeeded(need, key)),
  )
  const focus = (action: string) => ({ name, action })
  const stop = () => {
    const found = stopping(structure, name)
    if (found.why !== undefined) return refuse(found.why)
    const places = [name, ...found.also].map((each) => [at('stopped', each), 'yes'] as const)
    const also = sayCount(
      found.also.length,
      '“{item}” is not asked any more, and neither is one that goes by its answer.',
      '“{item}” is not asked any more, and neither are {count} that go by its answer.',
      { item: title },
    )
    const says = found.also.length === 0 ? say('“{item}” is not asked any more.', { item: title }) : also
    change({ changes: Object.fromEntries(places), says, focus: focus('asked') })
  }
  const askAgain = () =>
    change({
      changes: { [at('stopped', name)]: null },
      says: say('“{item}” is asked again.', { item: title }),
      focus: focus('asked'),
    })
  return (
    <div className={styles.actions}>
      <StaffActions>
        {isStopped ? (
          <Button variant="outline" size="small" data-action="asked" onClick={askAgain}>
            {sentence('<seen>Ask again</seen> {item}', { item: title })}
          </Button>
        ) : (
          why === undefined && (
            <Button variant="outline" size="small" data-action="asked" onClick={stop}>
              {sentence('<seen>Stop asking</seen> {item}', { item: title })}
            </Button>
          )
        )}
        {!isStopped && <RequiredButton row={row} room={room} />}
        {!isStopped && container !== undefined && <MoveButtons row={row} room={room} container={container} />}
        {!isStopped && (
          <Button
            variant="outline"
            size="small"
            data-action="condition"
            aria-expanded={part === 'condition'}
            onClick={() => setPart(part === 'condition' ? undefined : 'condition')}
          >
            {sentence('<seen>Asked if…</seen> {item}', { item: title })}
          </Button>
        )}
        {own && (
          <Button
            variant="outline"
            size="small"
            data-action="words"
            aria-expanded={part === 'words'}
            onClick={() => setPart(part === 'words' ? undefined : 'words')}
          >
            {sentence('<seen>Words and answers</seen> {item}', { item: title })}
          </Button>
        )}
        {own && <OwnButtons row={row} room={room} own={own} />}
        <Button
          variant="outline"
          size="small"
          data-action="comment"
          aria-expanded={part === 'comment'}
          onClick={() => setPart(part === 'comment' ? undefined : 'comment')}
        >
          {sentence('<seen>Comment…</seen> on {item}', { item: title })}
        </Button>
      </StaffActions>
      {why && !isStopped && (
        <p className={styles.sentence}>
          {sentence('It must be asked, for {who}: {why}', { who: why.who, why: why.why })}
        </p>
      )}
      {!isStopped && container !== undefined && (own || row.block === undefined) && (
        <MoveTo row={row} room={room} container={container} />
      )}
      {part === 'condition' && <ConditionEditor row={row} room={room} onClose={() => setPart(undefined)} />}
      {part === 'comment' && <CommentForm row={row} room={room} onClose={() => setPart(undefined)} />}
      {part === 'words' && own && <EditOwn row={row} room={room} own={own} />}
      {row.kind === 'repeated' && !isStopped && <AddHere container={name} title={title} room={room} />}
    </div>
  )
}

function RequiredButton({ row, room }: { row: Row; room: Room }) {
  const { question, isRequired, title, own, name } = row
  if (question === undefined || row.kind === 'code') return null
  const set = (required: 'yes' | 'no') => {
    const base = rowOf(room.base, question)?.isRequired
    const isBase = base === (required === 'yes')
    const place = own ? at('own', own[0], 'required') : at('required', question)
    const value = own ? (required === 'yes' ? 'yes' : null) : isBase ? null : required
    room.change({
      changes: { [place]: value },
      says:
        required === 'yes'
          ? say('“{item}” is required.', { item: title })
          : say('“{item}” is optional.', { item: title }),
      focus: { name, action: 'required' },
    })
  }
  return (
    <Button
      variant="outline"
      size="small"
      data-action="required"
      onClick={() => set(isRequired === false ? 'yes' : 'no')}
    >
      {isRequired === false
        ? sentence('<seen>Make it required</seen> {item}', { item: title })
        : sentence('<seen>Make it optional</seen> {item}', { item: title })}
    </Button>
  )
}

type MoveProps = { row: Row; room: Room; container: string }

function MoveButtons({ row: { name, title }, room, container }: MoveProps) {
  const names = namesInside(room.outline, container)
  const index = names.indexOf(name)
  const move = (by: number) => {
    const order = names.toSpliced(index, 1).toSpliced(index + by, 0, name)
    room.change({
      changes: { [at('order', container)]: order },
      says: say('“{item}” is now number {number} of {count}.', {
        ...{ item: title, number: index + by + 1, count: names.length },
      }),
      focus: { name, action: by < 0 ? 'up' : 'down' },
    })
  }
  return (
    <>
      <Button variant="outline" size="small" data-action="up" disabled={index < 1} onClick={() => move(-1)}>
        {sentence('<seen>Move up</seen> {item}', { item: title })}
      </Button>
      <Button
        variant="outline"
        size="small"
        data-action="down"
        disabled={index === names.length - 1}
        onClick={() => move(1)}
      >
        {sentence('<seen>Move down</seen> {item}', { item: title })}
      </Button>
    </>
  )
}

/** Goes to another page or section; what stands in a repeated block of the form stays there. */
function MoveTo({ row: { name, title, kind, own, block }, room, container }: MoveProps) {
  const places = room.outline.places.filter(({ isPage }) => kind !== 'section' || isPage)
  const options = places.map((each): StaffOption => [each.name, each.isPage ? each.title : `– ${each.title}`, 'given'])
  const inBlock: readonly StaffOption[] = block === undefined ? [] : [[block, room.outline.titled(block), 'given']]
  const [to, setTo] = useState(container)
  const namesIn = (place: string) => namesInside(room.outline, place).filter((each) => each !== name)
  const here = namesInside(room.outline, container)
  const above = here[here.indexOf(name) - 1] ?? ''
  const [below, setBelow] = useState<string>()
  const pick = (place: string) => {
    setTo(place)
    setBelow(place === container ? undefined : namesIn(place).at(-1))
  }
  const move = () => {
    const place = own ? at('own', own[0], 'in') : at('moved', name)
    const inside = namesIn(to)
    const order = inside.toSpliced(inside.indexOf(below ?? above) + 1, 0, name)
    const moved = { [place]: !own && rowOf(room.base, name)?.container === to ? null : to }
    room.change({
      changes: { ...(to === container ? {} : moved), [at('order', to)]: order },
      says: say('“{item}” stands in “{place}” now.', { item: title, place: room.outline.titled(to) }),
      focus: { name, action: 'toggle' },
      open: to,
    })
  }
  return (
    <div className={styles.beside}>
      <StaffSelect label={say('Move to')} options={[...inBlock, ...options]} value={to} onPick={pick} />
      <StaffSelect
        label={say('Where it stands')}
        options={placesBelow(room.outline, namesIn(to))}
        value={below ?? (to === container ? above : '')}
        onPick={setBelow}
      />
      <Button
        variant="outline"
        size="small"
        disabled={to === container && (below === undefined || below === above)}
        onClick={move}
      >
        {sentence('<seen>Move there</seen> {item}', { item: title })}
      </Button>
    </div>
  )
}

type OwnProps = { row: Row; room: Room; own: NonNullable<Row['own']> }

function OwnButtons({ row: { name, title, container }, room, own: [id, item] }: OwnProps) {
  const { values, structure, outline, change } = room
  const duplicate = () => {
    const { changes, name: second } = duplicated(id, structure, namesInside(outline, item.in))
    change({
      changes,
      says: say('There are two of “{item}” now. Change the words of the second one.', { item: title }),
      focus: { name: second, action: 'toggle' },
    })
  }
  const remove = () =>
    change({
      changes: withoutOwn(id, name, values),
      says: say('“{item}” is gone. Undo brings it back.', { item: title }),
      focus: { name: container ?? '', action: 'add' },
    })
  return (
    <>
      <Button variant="outline" size="small" data-action="duplicate" onClick={duplicate}>
        {sentence('<seen>Duplicate</seen> {item}', { item: title })}
      </Button>
      {item.since === undefined && (
        <Button variant="outline" size="small" data-action="delete" onClick={remove}>
          {sentence('<seen>Delete</seen> {item}', { item: title })}
        </Button>
      )}
    </>
  )
}

/** Opens and closes what can be done with a line. */
const ToggleButton = ({ title, isOpen, onToggle }: { title: string; isOpen: boolean; onToggle: () => void }) => (
  <Button variant="quiet" size="small" aria-expanded={isOpen} data-action="toggle" onClick={onToggle}>
    {sentence('<seen>Change</seen> {item}', { item: title })}
  </Button>
)
