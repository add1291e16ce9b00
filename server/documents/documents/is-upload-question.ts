import { type Application, type Form, questionsByKey, withoutHidden } from '../../../engine/index.ts'

/** Whether a question is answered with a document. */
export const isUploadQuestion = (form: Form, key: string): boolean => questionsByKey(form).get(key)?.kind === 'upload'

/** Whether the question that a document answers is asked with the present answers. */
export const isAsked = (form: Form, application: Application, key: string): boolean =>
  !withoutHidden(form, { ...application, answer: { ...application.answer, [key]: 'ANSWERED' } }).cleared.includes(key)
