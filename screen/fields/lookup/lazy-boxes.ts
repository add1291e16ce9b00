import { lazyCode } from '../../parts/index.ts'

/** The box of a choice from a long list. */
export const lazyOptionBox = lazyCode(async () => {
  // The combobox is a file of its own, because the lookups use it too. Both are requested at once.
  const [{ OptionBox }] = await Promise.all([import('./option-box.tsx'), import('./combobox.tsx')])
  return OptionBox
})

/** The fields with a search or lookup. */
export const lazyLookupFields = lazyCode(async () => {
  const [{ LookupBox }, { ZipField }] = await Promise.all([
    import('./lookup-box.tsx'),
    import('./zip-field.tsx'),
    import('./combobox.tsx'),
  ])
  return { LookupBox, ZipField }
})
