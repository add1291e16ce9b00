/**
 * A box to search a list in. It is loaded on demand: what the first page draws uses `combobox` and `fetchCombobox`, and
 * only code that is loaded on demand itself imports `Combobox`.
 */
export { Combobox } from './combobox.tsx'
export type { ComboboxItem } from './combobox-item.ts'
export { combobox, fetchCombobox } from './fetch-combobox.ts'
export { matching } from './matching.ts'
