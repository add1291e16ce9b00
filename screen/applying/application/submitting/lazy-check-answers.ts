import { lazyPart } from '../../../parts/index.ts'

export const CheckAnswers = lazyPart(async () => (await import('./check-answers.tsx')).CheckAnswers, {
  preloaded: true,
})
