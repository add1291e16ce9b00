import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import type { Changes } from '../../../../../api/index.ts'
import { say, sayCount } from '../../../../../engine/index.ts'
import { Notice, Status } from '../../../../parts/index.ts'
import { StaffInput } from '../../staff-field.tsx'
import { StaffSection } from '../../staff-page.tsx'
import type { Value } from '../editable-rows.tsx'
import { AddHere } from './add-here.tsx'
import { commentsOn } from './comments.tsx'
import { ItemRow } from './item-row.tsx'
import { faultsOf, type OutlinePage, outlineFor, type Part, type Row } from './outline-rows.ts'
import styles from './questions.module.css'
import { type Act, type Comment, differs, type Room } from './room.ts'
import { structureOf, type Values } from './structure-draft.ts'

export type QuestionsProps = {
  /** What is asked otherwise than by the form of the release, and the same as it is published. */
  values: Values
  published: Values
  comments: readonly Comment[]
  isReadOnly: boolean
  /** `shown` is what stood at a place before it. */
  changeAll: (after: Changes, shown: (place: string) => Value) => Promise<void> | undefined
  /** The name of what a finding of the check is about. */
  sought: string | undefined
}

/** What the form asks, page by page: an office stops, adds, moves and orders it here, and says of whom it is asked. */
export function QuestionsRoom({ values: saved, published, comments, isReadOnly, changeAll, sought }: QuestionsProps) {
  // Who presses a button twice means both, whether or not the server has replied to the first.
  const [ahead, setAhead] = useState<Changes>({})
  const waiting = useRef(0)
  const values: Values = useMemo(() => ({ ...saved, ...ahead }), [saved, ahead])
  const structure = useMemo(() => structureOf(values), [values])
  const outline = useMemo(() => outlineFor(structure), [structure])
  // Judging all of the form takes as long as drawing it; the outline does not wait for that.
  const judged = useDeferredValue(structure)
  const faults = useMemo(() => faultsOf(judged), [judged])
  const gone = useMemo(
    () => new Set(Object.keys(structure.stopped ?? {}).flatMap((name) => [name, ...outline.keysIn(name)])),
    [structure, outline],
  )
  const base = useMemo(() => outlineFor({}), [])
  const [text, setText] = useState(sought === undefined ? '' : outline.titled(sought))
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set(sought === undefined ? [] : [sought]))
  const [said, setSaid] = useState('')
  const [refused, setRefused] = useState<string>()
  const next = useRef(sought === undefined ? undefined : { name: sought, action: 'toggle' })
  useEffect(() => {
    if (next.current && values) focusOn(next.current)
    next.current = undefined
  }, [values])
  const open = (names: readonly string[], isOpen: boolean) =>
    setOpened((known) => (isOpen ? known.union(new Set(names)) : known.difference(new Set(names))))
  const room: Room = {
    ...{ outline, base, structure, values, published, comments, gone, faults, isReadOnly },
    change({ changes, says, focus, open: within }) {
      setRefused(undefined)
      setSaid(says)
      next.current = focus
      if (within !== undefined) open([`in ${within}`], true)
      waiting.current += 1
      setAhead((known) => ({ ...known, ...changes }))
      void (async () => {
        await changeAll(
          changes,
          (place) => values[place] ?? comments.find((each) => each.place === place)?.text ?? null,
        )
        waiting.current -= 1
        // What has been saved is told in a task of its own; until then the page must not fall back.
        setTimeout(() => waiting.current === 0 && setAhead({}))
      })()
    },
    refuse(why) {
      setSaid('')
      setRefused(why)
    },
  }
  const wanted = text.trim().toLocaleLowerCase()
  const isFound = ({ title, name }: Row) => title.toLocaleLowerCase().includes(wanted) || name === sought
  const found = wanted === '' ? [] : [...outline.rows.values()].filter(isFound)
  const isOpen = (name: string) =>
    opened.has(name) || (found.length <= AT_ONCE && found.some((row) => row.name === name))
  const general = faults.filter(({ name }) => !outline.rows.has(name))
  const drawing = { room, isOpen, open, wanted, isFound }
  return (
    <StaffSection title={say('What it asks')}>
      <div className={styles.find}>
        <StaffInput
          label={say('Find questions')}
          hint={say('A part of a question, a note or a section')}
          type="search"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </div>
      <Status className={styles.said}>{said}</Status>
      {refused && (
        <Notice kind="error" role="alert">
          <p translate="no">{refused}</p>
        </Notice>
      )}
      {general.map(({ says }) => (
        <p key={says} className={styles.fault} translate="no">
          {says}
        </p>
      ))}
      {wanted !== '' && found.length === 0 && <p>{say('Nothing in the form is called so.')}</p>}
      {outline.pages.map((page) => (
        <PageOutline key={page.name} page={page} {...drawing} />
      ))}
    </StaffSection>
  )
}

/** As many lines that are found show at once what can be done with them. */
const AT_ONCE = 4

type Drawing = {
  room: Room
  isOpen: (name: string) => boolean
  open: (names: readonly string[], isOpen: boolean) => void
  wanted: string
  isFound: (row: Row) => boolean
}

function PageOutline({ page, ...drawing }: Drawing & { page: OutlinePage }) {
  const { room, wanted, isFound } = drawing
  const parts = page.parts.filter(
    ({ section, rows }) => wanted === '' || [...(section ? [section] : []), ...rows].some(isFound),
  )
  if (parts.length === 0 && wanted !== '') return null
  return (
    <section className={styles.page} aria-label={page.title} data-item={page.name}>
      <h3 translate="no">{page.title}</h3>
      {parts.map((part) => (
        <PartOutline key={part.rows[0]?.name ?? part.name} part={part} {...drawing} />
      ))}
      {wanted === '' && !room.isReadOnly && <AddHere container={page.name} title={page.title} room={room} />}
    </section>
  )
}

function PartOutline({ part, ...drawing }: Drawing & { part: Part }) {
  const { room, isOpen, open, wanted, isFound } = drawing
  const { section, rows } = part
  const stopped = room.structure.stopped ?? {}
  const isStopped = section !== undefined && Object.hasOwn(stopped, section.name)
  const shown = wanted === '' || (section && isFound(section) && !rows.some(isFound)) ? rows : rows.filter(isFound)
  const content = (
    <ul className={styles.rows}>
      {shown.map((row) => (
        <ItemRow key={row.name} row={row} room={room} isOpen={isOpen(row.name)} open={(yes) => open([row.name], yes)} />
      ))}
    </ul>
  )
  if (!section) return content
  const isShown = isOpen(`in ${section.name}`) || wanted !== ''
  const said = [section, ...rows].flatMap(({ name }) => commentsOn(name, room))
  const differing = rows.filter((row) => differs(row, room)).length
  return (
    <div className={styles.section}>
      <details open={isShown} onToggle={({ currentTarget }) => open([`in ${section.name}`], currentTarget.open)}>
        <summary>
          {isStopped ? <s translate="no">{section.title}</s> : <span translate="no">{section.title}</span>}
          {said.length > 0 && (
            <span className={styles.mark}>{sayCount(said.length, '1 comment', '{count} comments')}</span>
          )}
          {differing > 0 && <span className={styles.mark}>{sayCount(differing, '1 differs', '{count} differ')}</span>}
        </summary>
        {isShown && (
          <>
            <ul className={styles.rows}>
              <ItemRow
                row={section}
                room={room}
                isOpen={isOpen(section.name)}
                open={(yes) => open([section.name], yes)}
              />
            </ul>
            {content}
            {!room.isReadOnly && wanted === '' && !isStopped && (
              <AddHere container={section.name} title={section.title} room={room} />
            )}
          </>
        )}
      </details>
    </div>
  )
}

/** The button that was pressed, wherever it stands now, or another one of the same line. */
function focusOn({ name, action }: Act['focus']): void {
  const row = document.querySelector(`[data-item="${CSS.escape(name)}"]`)
  const found = [`[data-action="${action}"]:not(:disabled)`, 'button:not(:disabled)']
    .map((each) => row?.querySelector<HTMLElement>(each))
    .find((each) => each)
  found?.focus()
  found?.scrollIntoView({ block: 'nearest' })
}
