import { type FileLimits, fileProblem } from '../../../api/browser.ts'
import { canonicalFileName, type DocumentAnswer, fileSize } from '../../../engine/index.ts'
import type { DraftPage } from '../../fields/index.ts'
import { lazyCode } from '../../parts/index.ts'
import type { Uploads } from './create-uploads.ts'
import { draftPages } from './draft-pages.ts'
import { isHeic, namedAsIs, nameWith, SAVE_AS_JPEG } from './picture.ts'
import { mustBeRedrawn, smallerPhoto } from './smaller-photo.ts'

/** A file on its way, and what was done to it. `file` is undefined if it was chosen before this page was opened. */
export type Chosen = {
  readonly document: DocumentAnswer
  readonly file: File | undefined
  readonly note?: string
  /** What it was joined from. */
  readonly pages?: readonly DraftPage[]
  /** The photo before it was made smaller. */
  readonly photo?: File
}
export type ReadyFile = Chosen & { readonly file: File }

/** What happens to files before one is sent. Each shows what it does, and throws the reason of the signal. */
export type Preparation = {
  /** The file to send, with its size changed if it is a large photo; undefined if it is refused, which it shows. */
  file(key: string, file: File, signal: AbortSignal): Promise<ReadyFile | undefined>
  /** Adds files as pages to arrange. */
  pages(key: string, kept: readonly DraftPage[], files: readonly File[], signal: AbortSignal): Promise<void>
  /** One PDF of these pages; undefined if it is refused, which it shows. */
  joined(key: string, pages: readonly DraftPage[], signal: AbortSignal): Promise<ReadyFile | undefined>
}

const TAKE_AGAIN =
  'We couldn’t make this picture smaller and still keep it readable. Take the photo again with only the page in it.'
const REMOVE_SOME = 'Your pages could not be read if they were any smaller. Please remove a page.'

const joining = lazyCode(async () => (await import('./join-pages.ts')).joinPages)

export function createPreparation(uploads: Uploads, limits: () => FileLimits): Preparation {
  let last = 0
  const nextId = () => {
    last += 1
    return last
  }
  return {
    async file(key, chosen, signal) {
      const file = await namedAsIs(chosen)
      signal.throwIfAborted()
      const document = documentOf(file)
      const isRedrawn = mustBeRedrawn(file, limits().bytes)
      if (isRedrawn) {
        uploads.set(key, { kind: 'preparing', work: 'photo', document })
        const smaller = await smallerPhoto(file, limits().bytes, signal)
        signal.throwIfAborted()
        if (smaller) {
          const done = isHeic(file) ? 'turned your photo into a JPEG' : 'made your photo smaller'
          const note = `We ${done}: ${fileSize(smaller.size)}.`
          return { document: documentOf(smaller), file: smaller, note, photo: file }
        }
      }
      // What is wrong with a HEIC photo is its kind, whatever its size.
      const message = fileProblem(file.name, isHeic(file) ? 1 : file.size, limits())
      if (message === undefined) return { document, file }
      const advice = isHeic(file) ? SAVE_AS_JPEG : TAKE_AGAIN
      uploads.set(key, { kind: 'refused', document, message, file, ...(isRedrawn && { advice }) })
      return undefined
    },
    async pages(key, kept, files, signal) {
      const document = joinedDocument([...kept, ...files.map((file) => ({ file }))])
      uploads.set(key, { kind: 'preparing', work: 'reading', document, ...(kept.length > 0 && { pages: kept }) })
      const drafted = await draftPages(files, limits(), nextId, signal)
      const pages = [...kept, ...drafted.pages]
      const message = drafted.refused.join(' ')
      if (pages.length === 0) uploads.set(key, { kind: 'refused', document, message, file: undefined })
      else uploads.set(key, { kind: 'arranging', document: joinedDocument(pages), pages, ...(message && { message }) })
    },
    async joined(key, pages, signal) {
      const document = joinedDocument(pages)
      uploads.set(key, { kind: 'preparing', work: 'joining', document, pages })
      const bytes = await (await joining.load())(pages, limits().bytes, signal)
      signal.throwIfAborted()
      if (bytes === undefined) {
        const message = `${fileProblem(document.file_name, limits().bytes + 1, limits())} ${REMOVE_SOME}`
        uploads.set(key, { kind: 'arranging', document, pages, message })
        return undefined
      }
      const file = new File([bytes], document.file_name, { type: 'application/pdf' })
      const of = pages.length === 1 ? 'your page' : `your ${pages.length} pages`
      return { document: documentOf(file), file, note: `We made one PDF of ${of}: ${fileSize(file.size)}.`, pages }
    },
  }
}

export const documentOf = ({ name, size }: File): DocumentAnswer => ({
  file_name: canonicalFileName(name),
  file_size: size,
})

/** What the file of these pages will be called, after the first; and how large all their files are together. */
function joinedDocument(pages: readonly Pick<DraftPage, 'file'>[]): DocumentAnswer {
  const [first] = pages
  const files = new Set(pages.map(({ file }) => file))
  return {
    file_name: first ? nameWith('.pdf', first.file) : '',
    file_size: [...files].reduce((sum, { size }) => sum + size, 0),
  }
}
