/** What blocks and documents ask of the application around them, because the server is involved. */
export { type BlockActions, BlockActionsContext, useBlockActions } from './block-actions.ts'
export {
  type DocumentActions,
  DocumentActionsContext,
  type PhoneLink,
  type Upload,
  useDocumentActions,
  useUpload,
} from './document-actions.ts'
export { type DraftPage, turned } from './draft-page.ts'
export { SubmitSlot } from './submit-slot.ts'
