import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { namesIn, placeOf, translationOf } from '../../../../api/browser.ts'
import type { Editable } from '../../../../api/index.ts'
import { say } from '../../../../engine/index.ts'
import type { ReadForm, Value } from './editable-rows.tsx'

type Given = { read: ReadForm; standing: (place: string) => Value; show: (language: string) => void }

/** What somebody looks for among everything that can be edited: by what it says, or one place, such as that of a finding. */
export function useLookingFor({ read, standing, show }: Given) {
  const [text, setText] = useState('')
  const [sought, setSought] = useState<{ readonly place: string; readonly row: Editable }>()
  useEffect(() => {
    if (sought) focusAt(sought.place)
  }, [sought])
  const find = (words: string) => {
    setSought(undefined)
    setText(words)
  }
  return {
    text,
    find,
    /** The row to which a place leads. */
    sought: sought?.row,
    /** The way to a place, with the language shown in which it is; undefined if nothing of it can be edited here. */
    wayTo(place: string): (() => void) | undefined {
      const row = rowAt(place, read.editables)
      const inLanguage = row ? undefined : translationAt(place, read, standing)
      const found = row ?? inLanguage?.row
      if (!found) return undefined
      return () => {
        if (inLanguage) show(inLanguage.tag)
        setText('')
        setSought({ place: row && !isWithin(place, row) ? row.place : place, row: found })
      }
    },
  }
}

/** The same with a row for each option and title that the draft adds to a list, and for the days of each new term. */
export function withAdded(read: ReadForm): ReadForm {
  const known = new Set(read.editables.map(({ place }) => place))
  const added = read.draft.changes.flatMap(({ place, value }): readonly Editable[] => {
    const list = read.editables.find((row) => isList(row) && isWithin(place, row))
    if (!list || known.has(place) || value === null) return []
    const isText = typeof value === 'string' && !(list.kind === 'links' && place.endsWith('/address'))
    const about = { place, group: list.group, name: namesIn(place).at(-1) ?? '', published: null, product: null }
    const days = list.place === TERMS ? daysOf(about.name, String(value), list.group) : []
    return [{ ...about, kind: 'line', ...(isText && { english: '' }) }, ...days]
  })
  return { ...read, editables: [...read.editables, ...added] }
}

const TERMS = '/entry_terms'

const daysOf = (code: string, term: string, group: string): readonly Editable[] =>
  [['opens', say('{term} opens', { term })] as const, ['closes', say('{term} closes', { term })] as const].map(
    ([end, name]) => ({
      place: placeOf('term_dates', code, end),
      group,
      name,
      kind: 'day',
      published: null,
      product: null,
    }),
  )

/** Whether others stand in this row. */
export const isList = ({ kind }: Editable): boolean => kind === 'options' || kind === 'list' || kind === 'links'

/** Whether a place is that of a row, or of an option or link of its list. */
export const isWithin = (place: string, row: Editable): boolean =>
  place === row.place || (isList(row) && place.startsWith(`${row.place}/`))

/** A place that has no row of its own leads to the first of those in it. */
const rowAt = (place: string, rows: readonly Editable[]) =>
  rows.find((row) => row.place === place) ??
  rows.find((row) => isWithin(place, row)) ??
  rows.find((row) => row.place.startsWith(`${place}/`))

const translationAt = (place: string, { languages, editables }: ReadForm, standing: Given['standing']) =>
  languages.flatMap((language) => {
    const row = editables.find((each) => translationOf(each, language, standing)?.place === place)
    return row ? [{ row, tag: language.tag }] : []
  })[0]

/** What somebody calls a place of the form, with its language if it is not English. */
export function nameAt(place: string, read: ReadForm, standing: Given['standing']): string {
  const row = rowAt(place, read.editables)
  const list = read.editables.find((each) => isList(each) && isWithin(place, each))
  if (row && list && row.kind !== 'link') return String(standing(row.place) ?? row.published ?? row.product ?? row.name)
  if (row) return row.name
  const found = translationAt(place, read, standing)
  const language = read.languages.find(({ tag }) => tag === found?.tag)
  return found && language ? say('{words} in {language}', { words: found.row.name, language: language.name }) : ''
}

/**
 * Keeps the focus at the row where something was pressed with the keyboard, when what was pressed is gone or cannot be
 * pressed any more: who works through a list of a hundred options goes on from there, and not from its title.
 */
export function useKeptRow(change: unknown): () => void {
  const pressed = useRef<string>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was pressed goes only with a change
  useLayoutEffect(() => {
    const [place, { activeElement }] = [pressed.current, document]
    pressed.current = undefined
    if (place !== undefined && (activeElement === document.body || activeElement?.matches(':disabled')))
      controlAt(place)?.focus({ preventScroll: true })
  }, [change])
  return () => {
    const { activeElement } = document
    const row = activeElement?.matches('button:focus-visible') ? activeElement.closest('[data-place]') : null
    pressed.current = row?.getAttribute('data-place') ?? undefined
  }
}

const controlAt = (place: string) =>
  document
    .querySelector(`[data-place="${CSS.escape(place)}"]`)
    ?.querySelector<HTMLElement>(':is(input, textarea, button):not(:disabled)')

function focusAt(place: string): void {
  const found = document.querySelector(`[data-place="${CSS.escape(place)}"]`)
  found?.scrollIntoView({ block: 'center' })
  controlAt(place)?.focus({ preventScroll: true })
}
