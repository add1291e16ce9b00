import { type FileLimits, fileProblem, isPictureName } from '../../../api/browser.ts'
import { canonicalFileName, type DocumentAnswer, fileSize, say, sayCount, toSay } from '../../../engine/index.ts'
import type { DraftPage } from '../../fields/index.ts'
import { given, lazyCode } from '../../parts/index.ts'
import type { Uploads } from './create-uploads.ts'
import { nameWith, noteOnName, withShortName } from './file-name.ts'
import { canvasOf, detailsFor, isHeic, jpegOf, namedAsIs, readPicture, SAVE_AS_JPEG } from './picture.ts'

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
type Preparation = {
  /**
   * The file to send, made smaller if it is a large photo, under a name that is short enough; undefined if it is refused,
   * which it shows.
   */
  file(key: string, file: File, signal: AbortSignal): Promise<ReadyFile | undefined>
  /** The same for a PDF that opens only with this password, which is asked for again if it is wrong. */
  unlocked(key: string, file: File, password: string, signal: AbortSignal): Promise<ReadyFile | undefined>
  /** Adds files as pages to arrange; nothing is sent before they are. */
  pages(key: string, kept: readonly DraftPage[], files: readonly File[], signal: AbortSignal): Promise<undefined>
  /** One PDF of these pages; undefined if it is refused, which it shows. */
  joined(key: string, pages: readonly DraftPage[], signal: AbortSignal): Promise<ReadyFile | undefined>
}

const TAKE_AGAIN = toSay(
  'We couldn’t make this picture smaller and still keep it readable. Take the photo again with only the page in it.',
)
const REMOVE_SOME = toSay('Your pages could not be read if they were any smaller. Please remove a page.')

const WRONG_PASSWORD = toSay('This password doesn’t open the PDF. Check capital letters and spaces, and try again.')
const UNLOCKED = toSay('We opened your PDF with your password; the copy we keep is not locked.')

const unlocking = lazyCode(() => import('./unlock-pdf.ts'))

/**
 * Whether a PDF may need a password: how it is encrypted is never compressed. Metadata in the clear would be garbled by
 * the library, which decrypts all or nothing; such a PDF is left to the server's sentence.
 */
async function isEncrypted(file: File): Promise<boolean> {
  if (!file.name.toLowerCase().endsWith('.pdf')) return false
  const text = new TextDecoder('latin1').decode(await file.arrayBuffer())
  return text.includes('/Encrypt') && !/\/EncryptMetadata\s+false/.test(text)
}

const joining = lazyCode(async () => (await import('./join-pages.ts')).joinPages)

/** `namesBeside`: what the documents of the other questions are called. */
export function createPreparation(
  uploads: Uploads,
  limits: () => FileLimits,
  namesBeside: (key: string) => readonly string[],
): Preparation {
  let last = 0
  const nextId = () => {
    last += 1
    return last
  }
  /** The file under a name that is short enough; undefined if it is too large, which it shows. */
  const sentAs = (key: string, file: File, chosen: File, done?: string): ReadyFile | undefined => {
    const sent = withShortName(file, namesBeside(key))
    const message = fileProblem(sent.name, sent.size, limits())
    if (message === undefined) return readyAs(sent, chosen, done)
    uploads.set(key, { kind: 'refused', document: documentOf(file), message, file: chosen })
    return undefined
  }
  return {
    async unlocked(key, file, password, signal) {
      const document = documentOf(file)
      uploads.set(key, { kind: 'preparing', work: 'opening', document })
      const found = await (await unlocking.load()).unlockPdf(file, password)
      signal.throwIfAborted()
      if (found === undefined) return sentAs(key, file, file) // the server says why
      if (found !== 'wrong password')
        return sentAs(key, new File([found], file.name, { type: 'application/pdf' }), file, say(UNLOCKED))
      uploads.set(key, { kind: 'locked', document, file, message: say(WRONG_PASSWORD) })
      return undefined
    },
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
          const sent = new File([smaller], nameWith('.jpg', chosen, namesBeside(key)), { type: 'image/jpeg' })
          const size = fileSize(sent.size)
          const done = isHeic(file)
            ? say('We turned your photo into a JPEG: {size}.', { size })
            : say('We made your photo smaller: {size}.', { size })
          return { ...readyAs(sent, chosen, done), photo: file }
        }
      }
      const sent = withShortName(file, namesBeside(key))
      // What is wrong with a HEIC photo is its kind, whatever its size.
      const message = fileProblem(sent.name, isHeic(file) ? 1 : file.size, limits())
      if (message === undefined) {
        const isLocked = (await isEncrypted(file)) && (await (await unlocking.load()).needsPassword(file))
        signal.throwIfAborted()
        if (!isLocked) return readyAs(sent, chosen)
        uploads.set(key, { kind: 'locked', document, file })
        return undefined
      }
      const advice = say(isHeic(file) ? SAVE_AS_JPEG : TAKE_AGAIN)
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
      return undefined
    },
    async joined(key, pages, signal) {
      const document = joinedDocument(pages)
      uploads.set(key, { kind: 'preparing', work: 'joining', document, pages })
      const bytes = await (await joining.load())(pages, limits().bytes, signal)
      signal.throwIfAborted()
      if (bytes === undefined) {
        const message = `${fileProblem(document.file_name, limits().bytes + 1, limits())} ${say(REMOVE_SOME)}`
        uploads.set(key, { kind: 'arranging', document, pages, message })
        return undefined
      }
      const first = pages[0]?.file ?? new File([], '')
      const file = new File([bytes], nameWith('.pdf', first, namesBeside(key)), { type: 'application/pdf' })
      const done = sayCount(
        pages.length,
        'We made one PDF of your page: {size}.',
        'We made one PDF of your {count} pages: {size}.',
        { size: fileSize(file.size) },
      )
      return { ...readyAs(file, first, done), pages }
    },
  }
}

export const documentOf = ({ name, size }: File): DocumentAnswer => ({
  file_name: canonicalFileName(name),
  file_size: size,
})

/** A file to send, with what was done to the one that was chosen. */
function readyAs(file: File, chosen: File, done?: string): ReadyFile {
  const note = [done, noteOnName(chosen, file.name)].filter(Boolean).join(' ')
  return { document: documentOf(file), file, ...(note && { note }) }
}

/** What the file of these pages will be called, after the first; and how large all their files are together. */
function joinedDocument(pages: readonly Pick<DraftPage, 'file'>[]): DocumentAnswer {
  const [first] = pages
  const files = new Set(pages.map(({ file }) => file))
  return {
    file_name: first ? nameWith('.pdf', first.file) : '',
    file_size: [...files].reduce((sum, { size }) => sum + size, 0),
  }
}

/** Pixels of the longer side of a preview: sharp on any screen, and still small. */
const PREVIEW = 320

/** The pages found in files, and a sentence for each file without any. */
type Drafted = { readonly pages: readonly DraftPage[]; readonly refused: readonly string[] }

const pdfReader = lazyCode(async () => (await import('./count-pdf-pages.ts')).countPdfPages)

/**
 * Reads files as pages of one document: each picture is one, and a PDF has its own. `nextId` numbers them. Throws the
 * reason of the signal.
 */
export async function draftPages(
  files: readonly File[],
  limits: FileLimits,
  nextId: () => number,
  signal: AbortSignal,
): Promise<Drafted> {
  const pages: DraftPage[] = []
  const refused: string[] = []
  for (const chosen of files) {
    const file = await namedAsIs(chosen)
    const found = await pagesIn(file, limits, nextId)
    signal.throwIfAborted()
    if (typeof found === 'string')
      refused.push(`${say('{file} was not added.', { file: given(chosen.name) })} ${found}`)
    else pages.push(...found)
  }
  return { pages, refused }
}

async function pagesIn(file: File, limits: FileLimits, nextId: () => number): Promise<readonly DraftPage[] | string> {
  const [ending = ''] = /\.\w+$/.exec(file.name.toLowerCase()) ?? []
  const isPicture = isPictureName(ending) || isHeic(file)
  // The name of the joined file will be another, and the size of a picture can be changed.
  const problem = fileProblem(
    nameWith(isHeic(file) ? '.jpg' : ending, file),
    isPicture ? Math.min(file.size, limits.bytes) : file.size,
  )
  if (problem !== undefined) return problem
  if (isPicture) return pictureIn(file, nextId)
  if (ending !== '.pdf')
    return say('A Word document can’t be joined with other files. Save it as a PDF, or attach it alone.')
  const count = await (await pdfReader.load())(file)
  if (typeof count === 'string') return count
  return Array.from({ length: count }, (_, index) => ({
    id: nextId(),
    file,
    turn: 0,
    ofPdf: { number: index + 1, count },
    preview: undefined,
    size: [0, 0],
  }))
}

async function pictureIn(file: File, nextId: () => number): Promise<readonly DraftPage[] | string> {
  const picture = await readPicture(file)
  if (!picture) return isHeic(file) ? say(SAVE_AS_JPEG) : say('This picture cannot be opened. Please try another file.')
  const { width, height } = picture
  const preview = canvasOf(picture, Math.min(1, PREVIEW / Math.max(width, height)))
  picture.close()
  return [{ id: nextId(), file, turn: 0, ofPdf: undefined, preview, size: [width, height] }]
}

/** Whether a file is a picture of more bytes, or one of a kind that is not uploaded. */
export const mustBeRedrawn = (file: File, bytes: number): boolean =>
  isHeic(file) || (file.size > bytes && isPictureName(file.name))

/**
 * Converts a photo to an upright JPEG of at most so many bytes. Returns undefined if the browser cannot read it, or if it
 * could not be read as a page of 150 dots per inch any more. Throws the reason of the signal.
 */
export async function smallerPhoto(photo: File, bytes: number, signal: AbortSignal): Promise<Blob | undefined> {
  const picture = await readPicture(photo)
  if (!picture) return undefined
  try {
    for (const detail of detailsFor([picture], bytes)) {
      signal.throwIfAborted()
      const jpeg = await jpegOf(picture, detail)
      if (jpeg && jpeg.size <= bytes) return jpeg
    }
    return undefined
  } finally {
    picture.close()
  }
}
