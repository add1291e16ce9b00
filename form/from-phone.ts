import { form, page, upload } from '../engine/index.ts'

/** What another phone is asked with a link from an upload question (docs/decisions/0053). It is no answer of its own. */
export const documentFromPhone = upload('from_phone', 'Your document', { required: true })
export const fromPhoneForm = form('1', [page('from-phone', 'Send a document', [documentFromPhone])])
