import { lazyPart } from '../../../parts/index.ts'

export const RefusedAnswers = lazyPart(async () => (await import('./refused-answers.tsx')).RefusedAnswers)
