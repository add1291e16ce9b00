import { lazyPart } from '../../../parts/index.ts'

export const Warnings = lazyPart(async () => (await import('./warnings.tsx')).Warnings, { preloaded: true })
