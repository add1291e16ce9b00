import { createContext, useContext } from 'react'
import type { FileLimits } from '../../../api/browser.ts'
import type { DocumentAnswer, UploadQuestion } from '../../../engine/index.ts'
import { useObserved } from '../../parts/index.ts'

/** What is happening at an upload question, besides the document it holds. `document` is the file concerned. */
export type Upload = {
  readonly document: DocumentAnswer
  /** What was done to the file before it was sent, such as making a photo smaller. */
  readonly note?: string
  /** What it was joined from, so that pages can still be changed or added. */
  readonly pages?: readonly DraftPage[]
} /** Several pages that become one document when the person sends them. `message`: why a file is not among them. */ & (
  | { readonly kind: 'arranging'; readonly pages: readonly DraftPage[]; readonly message?: string }
  /** It is made ready: a photo is made smaller, a PDF is opened, files are read, or pages are joined. */
  | { readonly kind: 'preparing'; readonly work: 'photo' | 'opening' | 'reading' | 'joining' }
  /** A PDF that opens only with a password. `message`: the one that was given is wrong. */
  | { readonly kind: 'locked'; readonly file: File; readonly message?: string }
  | { /** Share sent so far, 0 to 1. */ readonly kind: 'uploading'; readonly share: number }
  /** `isUnclear`: after several requests, the server has not reported the progress. */
  | { readonly kind: 'converting'; readonly isUnclear?: boolean }
  | { readonly kind: 'deleting' }
  /**
   * It is the document of the question now. `file` is the photo that it was before it was made smaller. `signature`: what of
   * its digital signatures.
   */
  | { readonly kind: 'attached'; readonly file?: File | undefined; readonly signature?: string | undefined }
  /** The file itself is not acceptable. `file` is set if it was chosen on this page. `advice`: what to do about it. */
  | { readonly kind: 'refused'; readonly message: string; readonly file: File | undefined; readonly advice?: string }
  /** The upload failed, and a toast says so; the file can be sent again. */
  | { readonly kind: 'failed'; readonly file: File | undefined }
)

export type PhoneLink = { readonly url: string; readonly expires_at: string }

/** What a field asks of the application around it to store documents. Results reach the store. */
export type DocumentActions = {
  /** What the institution allows for one file. */
  limits(): FileLimits
  /** Undefined when nothing is happening; returns the same value until something changes. */
  uploadOf(key: string): Upload | undefined
  subscribe(listener: () => void): () => void
  /** Whether a file of these questions is being arranged, uploaded, converted or deleted, and must not be disturbed. */
  isUploading(keys: readonly string[]): boolean
  /** Whether any file or page is only in this tab, and would be lost without it. */
  isUnsent(): boolean
  /**
   * Checks a file, uploads it and has it converted (requirements 4.upload); a photo over the size limit is made smaller
   * first. Several files, or files beside pages that are there already, become pages to arrange. Resolves when that is
   * finished; never rejects, because it reports errors itself.
   */
  attach(question: UploadQuestion, ...files: readonly File[]): Promise<void>
  /**
   * Opens a locked PDF with its password, in this browser, and attaches an unlocked copy, like `attach`. The password goes
   * nowhere else and is not kept.
   */
  unlock(question: UploadQuestion, password: string): Promise<void>
  /** Puts the pages of a question into this order. Without pages, nothing is left of them. */
  arrange(question: UploadQuestion, pages: readonly DraftPage[]): void
  /** Joins the pages of a question into one PDF and attaches it, like `attach`. */
  send(question: UploadQuestion): Promise<void>
  /**
   * Stops what `attach` or `send` does, however far it is. Pages are there again, to arrange. The errors it throws have
   * messages to show.
   */
  cancel(question: UploadQuestion): Promise<void>
  /** Deletes the document of a question and its conversion. The errors it throws have messages to show. */
  remove(question: UploadQuestion): Promise<void>
  /**
   * The URL of a question's document as a PDF, valid for a few minutes; undefined if the document is gone, in which
   * case the store is already updated.
   */
  addressOf(question: UploadQuestion): Promise<string | undefined>
  /** Removes the messages about files that did not arrive. */
  forget(keys: readonly string[]): void
  /**
   * An address with which another phone can send the document of a question, and until when (ISO time). The errors it
   * throws have messages to show. Undefined on that phone.
   */
  readonly phoneLink: ((question: UploadQuestion) => Promise<PhoneLink>) | undefined
  /** Asks the server again which documents these questions have and how far their conversions are. */
  reload(keys: readonly string[]): Promise<void>
}

export const DocumentActionsContext = createContext<DocumentActions | null>(null)

export function useDocumentActions(): DocumentActions {
  const actions = useContext(DocumentActionsContext)
  if (actions === null) throw new Error('An upload question must be rendered inside DocumentActionsContext.')
  return actions
}

/** What is happening at one question. Re-renders when that changes. */
export function useUpload(key: string): Upload | undefined {
  const { subscribe, uploadOf } = useDocumentActions()
  return useObserved(subscribe, () => uploadOf(key))
}

/** How far a page is turned, in degrees clockwise. */
type Turn = 0 | 90 | 180 | 270

/** One page of a document that is still being put together. */
export type DraftPage = {
  readonly id: number
  readonly file: File
  readonly turn: Turn
  /** Which page of a PDF it is; undefined for a picture. */
  readonly ofPdf: { readonly number: number; readonly count: number } | undefined
  /** The upright picture, small; undefined for a PDF. */
  readonly preview: HTMLCanvasElement | undefined
  /** The width and height of the picture in pixels. */
  readonly size: readonly [width: number, height: number]
}

const turns: readonly Turn[] = [0, 90, 180, 270]

/** A page turned to the right by one quarter more. */
export const turned = (page: DraftPage): DraftPage => ({
  ...page,
  turn: turns[(turns.indexOf(page.turn) + 1) % turns.length] ?? 0,
})
