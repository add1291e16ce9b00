import { useFromStore } from './use-from-store.ts'

/** What looks wrong about one of these answers without being a problem; undefined if nothing does. */
export const useWarning = (keys: readonly string[]): string | undefined =>
  useFromStore((store) => {
    const key = keys.find((each) => store.warnings()[each])
    return key && store.warnings()[key]
  }, '')
