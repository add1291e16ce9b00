import { type Form, questionsByKey } from '../../../engine/index.ts'

/** Whether a question is answered with a document. */
export const isUploadQuestion = (form: Form, key: string): boolean => questionsByKey(form).get(key)?.kind === 'upload'
