import type { Application } from './application.ts'
import { type Form, type Item, itemsInside, keysOf } from './blocks.ts'
import { holds } from './conditions.ts'
import { type Outline, outlineToRead, rowsOf } from './outline.ts'
import type { Question } from './questions.ts'
import { branchShown, choiceShown, entriesShown, isConfirmed, tabShown } from './walk.ts'

/**
 * What an applicant reads of a form: each question with its answer, and the titles, notes and help around it. `key` is
 * that of the question, or the ID of the section or page in which it stands; `place` tells the texts of one key apart.
 */
type TextShown = { readonly place: string; readonly key: string; readonly text: string }

/** A text that was reworded, is new ('' before) or is gone ('' after). */
export type TextDifference = { readonly key: string; readonly was: string; readonly is: string }

/**
 * Everything that this applicant reads on the pages of a form, in reading order and in the language of who reads. Of a
 * list, only the option that was chosen: what nobody chose is not what they sign.
 */
export function textsShown(form: Form, application: Application): readonly TextShown[] {
  const rows = new Map(
    outlineToRead(form, application)
      .pages.flatMap(({ items }) => rowsOf(items))
      .map(({ key, as, label, text }) => {
        const isWritten = as === 'paragraph' || as === 'tick'
        return [key, isWritten ? label : `${label}: ${text}`] as const
      }),
  )
  const read = (items: readonly Item[], all: readonly Item[], key: string, at: string): readonly TextShown[] =>
    items.flatMap((item) => {
      if ('key' in item) return readQuestion(item, rows)
      // By name, so that what is put before it does not make another one of it.
      const named = all.filter((each) => nameIn(each) === nameIn(item))
      const place = `${at}/${nameIn(item)}${named.indexOf(item) || ''}`
      const own = item.kind === 'section' ? item.id : key
      return [...textsOf(item, own, place), ...read(itemsShown(item, application), itemsInside(item), own, place)]
    })
  return form.pages.flatMap(({ slug, title, items }) => [
    { place: slug, key: slug, text: title },
    ...read(items, items, slug, slug),
  ])
}

function readQuestion(question: Question, rows: ReadonlyMap<string, string>): readonly TextShown[] {
  const { key, kind, label, ...others } = question
  // Nobody sees the control of a code.
  if (kind === 'code' && !rows.has(key)) return []
  return [{ place: key, key, text: rows.get(key) ?? label }, ...textsOf(others, key, key)]
}

const nameIn = (item: Item): string => {
  const id = 'id' in item ? item.id : item.kind === 'entry' ? item.prefix : keysOf(item)[0]
  return `${item.kind} ${id ?? ''}`
}

/**
 * The same of an outline, such as of what was signed: each question and statement with its answer, if it has one. Who
 * compares the outlines of the same answers under two forms learns what the office asks otherwise.
 */
export const textsIn = ({ pages }: Outline): readonly TextShown[] =>
  pages
    .flatMap(({ items }) => rowsOf(items))
    .map(({ key, as, label, text, answered }) => ({
      place: key,
      key,
      text: as === 'paragraph' || as === 'tick' || !answered ? label : `${label}: ${text}`,
    }))

/** What is read otherwise, in reading order. What stands in every entry of a block is told once. */
export function textDifferences(before: readonly TextShown[], after: readonly TextShown[]): readonly TextDifference[] {
  const textIn = (texts: readonly TextShown[]) => new Map(texts.map(({ place, text }) => [place, text] as const))
  const [was, is] = [textIn(before), textIn(after)]
  const keys = new Map([...after, ...before].map(({ place, key }) => [place, key] as const))
  const differ = [...keys].flatMap(([place, key]) => {
    const [old = '', now = ''] = [was.get(place), is.get(place)]
    return old === now ? [] : [{ key, was: old, is: now }]
  })
  const told = new Set<string>()
  return differ.filter((each) => {
    const words = JSON.stringify([each.was, each.is])
    return !told.has(words) && told.add(words)
  })
}

/** What an item says itself. Messages are shown where something is wrong, and nobody signs then. */
const TEXTS = ['title', 'label', 'text', 'note', 'help', 'question', 'no', 'yes', 'add']
/** The parts of an item that say something too. */
const PARTS = ['notice', 'gate', 'confirm', 'link']

const textsOf = (item: object, key: string, at: string): readonly TextShown[] =>
  Object.entries(item).flatMap(([name, value]: [string, unknown]): readonly TextShown[] => {
    const place = `${at}#${name}`
    if (TEXTS.includes(name) && typeof value === 'string') return value === '' ? [] : [{ place, key, text: value }]
    if (PARTS.includes(name) && typeof value === 'object' && value !== null) return textsOf(value, key, place)
    if (name !== 'tabs' || !Array.isArray(value)) return []
    return value.map(({ label }, index) => ({ place: `${place}/${index}`, key, text: String(label) }))
  })

/** The items inside an item that its page shows. */
function itemsShown(item: Item, application: Application): readonly Item[] {
  switch (item.kind) {
    case 'when':
      return holds(item.condition, application.answer) ? item.items : []
    case 'branch':
      return branchShown(item, application)
    case 'repeated':
      return entriesShown(item, application)
    case 'tabs':
      return tabShown(item, application)?.items ?? []
    case 'conditionalChoice':
      return [choiceShown(item, application) ?? []].flat()
    case 'confirmThen': {
      const shown = isConfirmed(item, application) ? item.after : item.before
      return item.confirm.by === 'tick' ? [item.confirm.question, ...shown] : shown
    }
    default:
      return itemsInside(item)
  }
}
