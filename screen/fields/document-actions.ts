import { createContext, useContext, useSyncExternalStore } from 'react'
import type { DocumentAnswer, UploadQuestion } from '../../engine/index.ts'

/** What goes on at an upload question beside the document that it holds. `document` is the file it is about. */
export type Upload = { readonly document: DocumentAnswer } & (
  | { /** What is sent, 0 to 1. */ readonly kind: 'uploading'; readonly share: number }
  /** `isUnclear`: asked several times, the server has not said how far it is. */
  | { readonly kind: 'converting'; readonly isUnclear?: boolean }
  | { readonly kind: 'deleting' }
  /** The file itself cannot be taken; it is here when it was chosen on this page. */
  | { readonly kind: 'refused'; readonly message: string; readonly file: File | undefined }
  /** It went wrong on the way, which a toast tells; the file can be sent again. */
  | { readonly kind: 'failed'; readonly file: File | undefined }
)

/** What a field asks of the application around it to keep documents. Outcomes reach the store. */
export type DocumentActions = {
  /** Undefined when nothing goes on; the same value until it is another. */
  uploadOf(key: string): Upload | undefined
  subscribe(listener: () => void): () => void
  /** Whether a file of these questions is on its way and must not be disturbed. */
  isUploading(keys: readonly string[]): boolean
  /**
   * Judges a file, uploads it and has it converted (requirements 4.upload). Over when it is settled; never fails, it
   * tells.
   */
  attach(question: UploadQuestion, file: File): Promise<void>
  /** Deletes the document of a question and its conversion. What it throws is worded for the person. */
  remove(question: UploadQuestion): Promise<void>
  /** Where the document of a question can be had as PDF for the next minutes; undefined when it is gone, which the store then knows. */
  addressOf(question: UploadQuestion): Promise<string | undefined>
  /** Deletes the documents of several questions and forgets what was said of them. False when one is still there. */
  clear(keys: readonly string[]): Promise<boolean>
  /** Forgets what was said of files that did not arrive. */
  forget(keys: readonly string[]): void
  /** Asks the server anew what documents these questions have and how far their conversions are. */
  reload(keys: readonly string[]): Promise<void>
}

export const DocumentActionsContext = createContext<DocumentActions | null>(null)

export function useDocumentActions(): DocumentActions {
  const actions = useContext(DocumentActionsContext)
  if (actions === null) throw new Error('An upload question stands outside DocumentActionsContext.')
  return actions
}

/** What goes on at one question; draws again when that changes. */
export function useUpload(key: string): Upload | undefined {
  const { subscribe, uploadOf } = useDocumentActions()
  return useSyncExternalStore(subscribe, () => uploadOf(key))
}
