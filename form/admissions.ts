import { type AnswerKey, form } from '../engine/index.ts'
import { about } from './about/about.ts'
import { education } from './education/education.ts'
import { finalSteps } from './final-steps/final-steps.ts'

/**
 * The transfer application. Every snapshot records its version. `releases/` stores what each version asks: a form that
 * asks anything else needs a new version, and `npm run form-release` writes its file.
 */
export const admissions = form('2026.8', [about, education, finalSteps])

/** Every key of the application. */
export type AdmissionsKey = AnswerKey<typeof admissions>

/** The path of the first page, on which an application opens (requirement 2.routes.2). */
export const firstPath = `/${about.slug}`
