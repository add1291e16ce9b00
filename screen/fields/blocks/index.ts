/** One view for each kind of block. */
export { BlockView } from './block-view.tsx'
export { preloadFolding } from './lazy-is-telling.ts'
