import { lazyCode } from '../../parts/index.ts'

/** Until this has loaded, no entry folds. A visitor's first page has none that could. */
export const isTellingCode = lazyCode(async () => (await import('./is-telling.ts')).isTelling, { preloaded: true })

/** For a page that opens with answers, whose complete entries are folded from the start. */
export const preloadFolding = async (): Promise<void> => void (await isTellingCode.preload())
