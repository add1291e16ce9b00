import { type Branch, branchShown, type Item } from '../../../engine/index.ts'
import { useApplication } from '../store/index.ts'
import type { BlockProps } from './draw.ts'
import { Revealed } from './revealed.tsx'

const nothing: readonly Item[] = []

/** The questions of the branch whose condition is true. */
export function BranchBlock({ block, draw }: BlockProps<Branch>) {
  const items = useApplication((application) => {
    const shown = branchShown(block, application)
    return shown.length === 0 ? nothing : shown // the same empty list each time, otherwise React would see a change
  })
  return <Revealed items={items} draw={draw} />
}
