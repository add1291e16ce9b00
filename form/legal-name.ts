import { type AnswerMap, answerTo } from '../engine/index.ts'
import type { AdmissionsKey } from './admissions.ts'

/** An applicant's legal name as staff read it; '' without one. A single name answers two questions and is read once. */
export const legalName = (answer: AnswerMap): string =>
  (answerTo<AdmissionsKey>(answer, 'one_name') === 'true' ? oneName : nameKeys)
    .map((key) => answerTo(answer, key).trim())
    .filter((part) => part !== '')
    .join(' ')

const nameKeys: readonly AdmissionsKey[] = ['first_name', 'middle_name', 'last_name', 'suffix']
const oneName: readonly AdmissionsKey[] = ['last_name', 'suffix']
