import { lazyPart } from '../../../parts/index.ts'

export const SubmitButton = lazyPart(async () => (await import('./submit-button.tsx')).SubmitButton, {
  preloaded: true,
})
