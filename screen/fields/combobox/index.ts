/**
 * A box to search a list in. What the first page draws uses `lazyCombobox`; only code that is lazy itself imports
 * `Combobox`.
 */
export { Combobox } from './combobox.tsx'
export type { ComboboxItem } from './combobox-item.ts'
export { lazyCombobox } from './lazy-combobox.ts'
export { matching } from './matching.ts'
