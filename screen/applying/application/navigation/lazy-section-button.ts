import { lazyPart } from '../../../parts/index.ts'

export const SectionButton = lazyPart(async () => (await import('./section-button.tsx')).SectionButton, {
  preloaded: true,
})
