import type { OutlineGroup, OutlineItem, OutlineRow } from '../outline.ts'

/** A question and its answer; '' when it is unanswered. */
export const row = (key: string, label: string, text: string, as: OutlineRow['as'] = 'text'): OutlineRow => ({
  kind: 'row',
  key,
  label,
  as,
  answered: text !== '',
  text: text === '' ? 'Not answered' : text,
})
/** A question that nobody had to answer and nobody did. */
export const optional = (key: string, label: string): OutlineRow => ({ ...row(key, label, ''), optional: true })
export const ticked = (key: string, label: string, is: boolean): OutlineRow => ({
  ...row(key, label, is ? '[X]' : '[ ]', 'tick'),
  answered: is,
})
export const group = (as: OutlineGroup['as'], title: string, ...items: readonly OutlineItem[]): OutlineGroup => ({
  kind: 'group',
  as,
  title,
  items,
})
