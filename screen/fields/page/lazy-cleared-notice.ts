import { lazyPart } from '../../parts/index.ts'

// An answer may clear others after the network is gone.
export const ClearedNotice = lazyPart(async () => (await import('./cleared-notice.tsx')).ClearedNotice, {
  preloaded: true,
})
