import { lazyPart } from '../../../parts/index.ts'

export const DraftQuestions = lazyPart(async () => (await import('./draft-questions.tsx')).DraftQuestions)
