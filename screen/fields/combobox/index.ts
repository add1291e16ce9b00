/**
 * A box to search a list in. What the first page draws uses `lazyOptionBox`; only code that is lazy itself imports
 * `Combobox`.
 */
export { Combobox } from './combobox.tsx'
export type { ComboboxItem } from './combobox-item.ts'
export { lazyOptionBox } from './lazy-option-box.ts'
