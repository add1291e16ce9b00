import type { ReactNode } from 'react'
import type { Item } from '../../../engine/index.ts'

/** Renders the items inside a block. Blocks get it as a prop, because importing it would create a cycle. */
export type Draw = (items: readonly Item[]) => ReactNode

export type BlockProps<Block extends Item> = { block: Block; draw: Draw }
