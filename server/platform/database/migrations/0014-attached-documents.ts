import { statements } from './statements.ts'

/** Which documents an application has is read from the document table alone. */
export const attachedDocuments = statements('alter table application drop column document_answer')
