/** One view for each kind of block. */
export { BlockView } from './block-view.tsx'
