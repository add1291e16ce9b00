import type { ReactNode } from 'react'
import type { BlockKind, Item } from '../../../engine/index.ts'
import { lazyPart } from '../../parts/index.ts'
import { AddressBlock } from './address-block.tsx'
import { AlternativesBlock } from './alternatives-block.tsx'
import { BranchBlock } from './branch-block.tsx'
import { ConditionalChoiceBlock } from './conditional-choice-block.tsx'
import { ConfirmThenBlock } from './confirm-then-block.tsx'
import type { BlockProps, Draw } from './draw.ts'
import { MonthYearBlock } from './month-year-block.tsx'
import { ScoresBlock } from './scores-block.tsx'
import { SectionBlock } from './section-block.tsx'
import { TickGroupBlock } from './tick-group-block.tsx'
import { WhenBlock } from './when-block.tsx'

type Blocks = { [Kind in BlockKind]: Extract<Item, { kind: Kind }> }

// An answer may show one of them after the network is gone.
const lazyBlock = { preloaded: true }
// The first page has one only behind an answer or a press.
const RepeatedBlock = lazyPart(async () => (await import('./repeated-block.tsx')).RepeatedBlock, lazyBlock)
const EntryBlock = lazyPart(async () => (await import('./entry-block.tsx')).EntryBlock, lazyBlock)
const TabsBlock = lazyPart(async () => (await import('./tabs-block.tsx')).TabsBlock, lazyBlock)
const SchoolBlock = lazyPart(async () => (await import('./school-block.tsx')).SchoolBlock, lazyBlock)

/** A block of any kind. */
export const BlockView = ({ block, draw }: { block: Blocks[BlockKind]; draw: Draw }): ReactNode =>
  viewOf(block.kind, block, draw)

/** One component for each kind: a kind without one does not compile. */
const views: { [Kind in BlockKind]: (props: BlockProps<Blocks[Kind]>) => ReactNode } = {
  section: SectionBlock,
  when: WhenBlock,
  branch: BranchBlock,
  monthYear: MonthYearBlock,
  tickGroup: TickGroupBlock,
  alternatives: AlternativesBlock,
  address: AddressBlock,
  school: SchoolBlock,
  scores: ScoresBlock,
  repeated: RepeatedBlock,
  entry: EntryBlock,
  tabs: TabsBlock,
  confirmThen: ConfirmThenBlock,
  conditionalChoice: ConditionalChoiceBlock,
}

function viewOf<Kind extends BlockKind>(kind: Kind, block: Blocks[Kind], draw: Draw): ReactNode {
  const View: (props: BlockProps<Blocks[Kind]>) => ReactNode = views[kind]
  return <View block={block} draw={draw} />
}
