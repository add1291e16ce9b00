import { lazyCode } from '../../parts/index.ts'

export const lazyCombobox = lazyCode(async () => (await import('./combobox.tsx')).Combobox)
