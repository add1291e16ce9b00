import type { ReactNode } from 'react'
import type { Item } from '../../engine/index.ts'

/** Draws the items inside a block. Blocks are handed it, because they may not import what imports them. */
export type Draw = (items: readonly Item[]) => ReactNode

export type BlockProps<Block extends Item> = { block: Block; draw: Draw }
