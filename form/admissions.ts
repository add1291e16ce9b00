import {
  type AnswerKey,
  type AnswerMap,
  answerTo,
  everyItem,
  type Form,
  form,
  questionsByKey,
  type RetiredKey,
} from '../engine/index.ts'
import { about } from './about/about.ts'
import { education } from './education/education.ts'
import { finalSteps } from './final-steps.ts'

/** The questions of `quietQuestionsIn`. Here, because the first page needs the form and not what it may ask later. */
export const quietQuestionIds = ['quiet_in_state', 'quiet_college_dates', 'quiet_college_transcripts'] as const

export type QuietQuestionId = (typeof quietQuestionIds)[number]

/**
 * Keys that an earlier release of the form asked and this one does not, with the care that their answers had and keep. A
 * save may contain one: its answer is kept, and comes back if a later release asks for it again. A test compares this
 * list with `register.json`.
 */
const retiredKeys: readonly RetiredKey[] = []

/**
 * The transfer application. Every snapshot records its version. `releases/` stores what each version asks: a form that
 * asks anything else needs a new version, and `npm run form-release` writes its file.
 */
export const admissions = form('2026.9', [about, education, finalSteps], quietQuestionIds, retiredKeys)

/** Every key of the application. */
export type AdmissionsKey = AnswerKey<typeof admissions>

/** The path of the first page, on which an application opens (requirement 2.routes.2). */
export const firstPath = `/${about.slug}`

/** The sections that say what does not change from term to term: the person, how to reach them, and their schools. */
const carriedSections: readonly string[] = [
  'name',
  'contact',
  'citizenship',
  'demographics',
  'parents',
  'high-school',
  'colleges',
  'tests',
]

/** Consents are given anew for each application. */
const givenAnew: readonly AdmissionsKey[] = ['optin_sms_ind']

/**
 * The keys whose answers an application for another term begins with. Documents are attached anew, because a transcript
 * ages, and nothing that is certified or promised is among them.
 */
export function carriedKeys(form: Form): ReadonlySet<string> {
  const sections = everyItem(form).filter(
    (item) => item.kind === 'section' && (carriedSections.includes(item.id) || item.carried),
  )
  const questions = questionsByKey(form)
  return new Set(
    sections
      .flatMap((section) => ('keys' in section ? section.keys : []))
      .filter((key) => questions.get(key)?.kind !== 'upload' && !(givenAnew as readonly string[]).includes(key)),
  )
}

/** The blocks whose number of entries and whose tabs are carried with them. */
export const carriedBlocks = (form: Form): ReadonlySet<string> => {
  const carried = carriedKeys(form)
  return new Set(
    everyItem(form).flatMap((item) =>
      (item.kind === 'repeated' || item.kind === 'tabs') && item.keys.some((key) => carried.has(key)) ? [item.id] : [],
    ),
  )
}

/** Whether a single name answers the questions of the first and of the last name. It is read once, as the last. */
export const hasOneName = (answer: AnswerMap): boolean => answerTo<AdmissionsKey>(answer, 'one_name') === 'true'

/** An applicant's legal name as staff read it; '' without one. */
export const legalName = (answer: AnswerMap): string =>
  (hasOneName(answer) ? oneName : nameKeys)
    .map((key) => answerTo(answer, key).trim())
    .filter((part) => part !== '')
    .join(' ')

const nameKeys: readonly AdmissionsKey[] = ['first_name', 'middle_name', 'last_name', 'suffix']
const oneName: readonly AdmissionsKey[] = ['last_name', 'suffix']
