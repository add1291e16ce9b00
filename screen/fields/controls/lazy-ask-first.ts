import { lazyPart } from '../../parts/index.ts'

export const AskFirst = lazyPart(async () => (await import('./ask-first.tsx')).AskFirst, { preloaded: true })
