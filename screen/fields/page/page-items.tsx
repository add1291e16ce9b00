import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import {
  type ChoiceQuestion,
  type Item,
  isOptional,
  type Note,
  type Page,
  type PhoneQuestion,
  type Question,
  type Role,
  type TextQuestion,
} from '../../../engine/index.ts'
import { lazyPart, Notice, Row } from '../../parts/index.ts'
import { BlockView } from '../blocks/block-view.tsx'
import { QuestionField } from '../kinds/question-field.tsx'
import { StoreEventsProvider, useHasCleared } from '../store/use-application.tsx'
import styles from './page.module.css'

type PageItemsProps = {
  page: Page
  /** Drawn between the last section with a required question and the optional ones after it. */
  beforeOptional?: ReactNode
}

/** The sections, blocks and questions of a page that the answers make visible. */
export function PageItems({ page, beforeOptional }: PageItemsProps) {
  const optionalFrom = page.items.findLastIndex((item) => !isOptional(item)) + 1
  const optional = page.items.slice(optionalFrom)
  const [opened] = useState({ current: false })
  useEffect(() => {
    opened.current = true
  }, [opened])
  return (
    <OpenedContext value={opened}>
      <StoreEventsProvider>
        <ItemsView items={page.items.slice(0, optionalFrom)} />
        {optional.length > 0 && beforeOptional}
        <ItemsView items={optional} />
      </StoreEventsProvider>
    </OpenedContext>
  )
}

// An answer may clear others after the network is gone.
const ClearedNotice = lazyPart(async () => (await import('./cleared-notice.tsx')).ClearedNotice, { preloaded: true })

/** Renders questions, notes and blocks in reading order, with short questions side by side. */
function ItemsView({ items }: { items: readonly Item[] }) {
  return linesOf(items).map(({ place, cells }) => {
    if (cells.length === 1 && cells[0]?.span === undefined)
      return cells.map(({ item }) => <ItemView key={place} item={item} />)
    return (
      <Row key={place}>
        {cells.map(({ place, item, span, fills }) => (
          <div key={place} data-span={span} data-fills={fills}>
            <ItemView item={item} />
          </div>
        ))}
      </Row>
    )
  })
}

const draw = (items: readonly Item[]): ReactNode => <ItemsView items={items} />

function ItemView({ item }: { item: Item }) {
  if (item.kind === 'note') return <NoteView note={item} />
  return (
    <>
      {'key' in item ? <QuestionField question={item} /> : <BlockView block={item} draw={draw} />}
      <Cleared item={item} />
    </>
  )
}

/** Says below a question, or a block that draws its questions itself, what an answer in it has cleared. */
function Cleared({ item }: { item: Exclude<Item, { kind: 'note' }> }) {
  return useHasCleared('key' in item ? [item.key] : item.keys) && <ClearedNotice item={item} />
}

/** Whether the page is open, so that a note that appears now appears because of an answer. */
const OpenedContext = createContext<{ readonly current: boolean }>({ current: false })

/** Text between questions. A STOP note is read aloud when an answer makes it appear, and not when the page opens. */
function NoteView({ note }: { note: Note }) {
  const { tone, title, text, link } = note
  const opened = useContext(OpenedContext)
  const [isNew] = useState(() => opened.current)
  const isQuiet = tone === 'plain' && title === undefined
  const drawn = (
    <p className={isQuiet ? styles.quiet : undefined}>
      <span>{text}</span>
      {link && (
        <span>
          {' '}
          <a href={link.href}>{link.text}</a>
        </span>
      )}
    </p>
  )
  if (isQuiet) return drawn
  return (
    <Notice kind={tone} title={title} role={tone === 'stop' && isNew ? 'alert' : undefined}>
      {drawn}
    </Notice>
  )
}

/**
 * An item on a line. `span` is the number of columns it takes, out of six; undefined if it has the line to itself.
 * `fills`: its box is as wide as its columns, so that the lines of an address end at one edge.
 */
type Cell = { readonly place: number; readonly item: Item; readonly span?: number; readonly fills?: true }

/** `place` is the index of its first item in the list. It serves as a stable key, because the list never changes. */
type Line = { readonly place: number; readonly cells: readonly Cell[] }

const COLUMNS = 6

/**
 * Arranges items in lines of six columns. Short answers share a line, and so do the two months of a period. The parts
 * of an address or a school are arranged by their roles, as on an envelope.
 */
export function linesOf(items: readonly Item[]): readonly Line[] {
  const lines: { place: number; cells: Cell[] }[] = []
  items.forEach((item, place) => {
    const span = spanOf(items, place)
    const last = lines.at(-1)
    if (span === undefined) lines.push({ place, cells: [{ place, item }] })
    else {
      const cell = { place, item, span, ...(partIn(item) && ({ fills: true } as const)) }
      if (last && hasRoomFor(cell, last.cells)) last.cells.push(cell)
      else lines.push({ place, cells: [cell] })
    }
  })
  return lines.reduce<readonly Line[]>(withoutOrphan, [])
}

function hasRoomFor({ item, span }: Cell, cells: readonly Cell[]): boolean {
  const isOfOneKind = cells.every((each) => (each.item.kind === 'monthYear') === (item.kind === 'monthYear'))
  return isOfOneKind && cells.every((each) => each.span !== undefined) && width(cells) + (span ?? 0) <= COLUMNS
}

const width = (cells: readonly Cell[]) => cells.reduce((sum, { span = 0 }) => sum + span, 0)

/** Three answers share a line when the third would be left alone. */
function withoutOrphan(lines: readonly Line[], line: Line): readonly Line[] {
  const before = lines.at(-1)
  const cells = [...(before?.cells ?? []), ...line.cells]
  const isOrphan = line.cells.length === 1 && before?.cells.length === 2 && cells.every(isHalf)
  if (!before || !isOrphan) return [...lines, line]
  return [...lines.slice(0, -1), { place: before.place, cells: cells.map((cell) => ({ ...cell, span: 2 })) }]
}

const isHalf = ({ span, fills, item }: Cell) => span === 3 && !fills && item.kind !== 'monthYear'

function spanOf(items: readonly Item[], place: number): number | undefined {
  const [before, item, next] = [items[place - 1], items[place], items[place + 1]]
  if (item?.kind === 'monthYear') return before?.kind === 'monthYear' || next?.kind === 'monthYear' ? 3 : undefined
  const part = item?.kind === 'when' ? partIn(item) : item
  if (!part || !isShort(part)) return undefined
  if (part.fits !== undefined && part.fits > mostInHalf) return 6
  if (part.role === 'address_line_1') return next && partIn(next)?.role === 'address_line_2' ? 4 : 6
  return (part.role && spans[part.role]) ?? 3
}

/** A part of an address, also where it is asked only in some countries. */
function partIn(item: Item): Question | undefined {
  const only = item.kind === 'when' && item.items.length === 1 ? item.items[0] : item
  return only && 'key' in only && only.role ? only : undefined
}

const mostInHalf = 20 // characters

const spans: { readonly [each in Role]?: number } = {
  country: 6,
  address_line_2: 2,
  zip: 2,
  city: 2,
  state: 2,
  region: 2,
}

const isShort = (item: Item): item is TextQuestion | PhoneQuestion | ChoiceQuestion =>
  item.kind === 'text' || item.kind === 'phone' || (item.kind === 'choice' && item.as !== 'radio')
