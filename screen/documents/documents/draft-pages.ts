import { type FileLimits, fileProblem } from '../../../api/browser.ts'
import type { DraftPage } from '../../fields/index.ts'
import { lazyCode } from '../../parts/index.ts'
import { canvasOf, isHeic, namedAsIs, nameWith, readPicture, SAVE_AS_JPEG } from './picture.ts'

/** Pixels of the longer side of a preview: sharp on any screen, and still small. */
const PREVIEW = 320

/** The pages found in files, and a sentence for each file without any. */
export type Drafted = { readonly pages: readonly DraftPage[]; readonly refused: readonly string[] }

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
    if (typeof found === 'string') refused.push(`${chosen.name} was not added. ${found}`)
    else pages.push(...found)
  }
  return { pages, refused }
}

async function pagesIn(file: File, limits: FileLimits, nextId: () => number): Promise<readonly DraftPage[] | string> {
  const [ending = ''] = /\.\w+$/.exec(file.name.toLowerCase()) ?? []
  const isPicture = /^\.(png|jpe?g|hei[cf])$/.test(ending)
  // The name of the joined file will be another, and the size of a picture can be changed.
  const problem = fileProblem(
    nameWith(isHeic(file) ? '.jpg' : ending, file),
    isPicture ? Math.min(file.size, limits.bytes) : file.size,
  )
  if (problem !== undefined) return problem
  if (isPicture) return pictureIn(file, nextId)
  if (ending !== '.pdf')
    return 'A Word document can’t be joined with other files. Save it as a PDF, or attach it alone.'
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
  if (!picture) return isHeic(file) ? SAVE_AS_JPEG : 'This picture cannot be opened. Please try another file.'
  const { width, height } = picture
  const preview = canvasOf(picture, Math.min(1, PREVIEW / Math.max(width, height)))
  picture.close()
  return [{ id: nextId(), file, turn: 0, ofPdf: undefined, preview, size: [width, height] }]
}
