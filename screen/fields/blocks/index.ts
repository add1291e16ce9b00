/** One view for each kind of block. */
export { BlockView } from './block-view.tsx'
export { fetchLazyBlocks } from './later-blocks.ts'
