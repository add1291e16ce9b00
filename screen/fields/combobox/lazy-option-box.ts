import { lazyCode } from '../../parts/index.ts'

export const lazyOptionBox = lazyCode(async () => {
  // The combobox is a file of its own, because the lookups use it too. Both are requested at once.
  const [{ OptionBox }] = await Promise.all([import('./option-box.tsx'), import('./combobox.tsx')])
  return OptionBox
})
