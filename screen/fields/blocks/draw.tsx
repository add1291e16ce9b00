import type { ReactNode } from 'react'
import type { Item } from '../../../engine/index.ts'
import { QuestionField } from '../kinds/question-field.tsx'
import styles from './blocks.module.css'

/** Renders the items inside a block. Blocks get it as a prop, because importing it would create a cycle. */
export type Draw = (items: readonly Item[]) => ReactNode

export type BlockProps<Block extends Item> = { block: Block; draw: Draw }

/**
 * Puts a line beside questions that appear because of an answer. Notes and sections stand out without one, and a part of
 * an address belongs to its address.
 */
export function Revealed({ items, draw }: { items: readonly Item[]; draw: Draw }) {
  if (items.every(({ kind }) => kind === 'note' || kind === 'section')) return draw(items)
  const parts = items.flatMap((item) => ('key' in item && item.role ? [item] : []))
  if (parts.length === items.length) return parts.map((part) => <QuestionField key={part.key} question={part} />)
  return <div className={styles.revealed}>{draw(items)}</div>
}
