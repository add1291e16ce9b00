import { fileLimits } from '../../../api/browser.ts'
import { canonicalFileName, say } from '../../../engine/index.ts'
import { given } from '../../parts/index.ts'

/**
 * A name that can be uploaded: that of a file with another ending. One that would be too long keeps its beginning, up to
 * the end of a word where it has some; a number follows if a document of the application is called so already.
 */
export function nameWith(ending: string, { name }: Pick<File, 'name'>, taken: readonly string[] = []): string {
  const stem = stemOf(name)
  if (lengthOf(stem + ending) <= fileLimits.nameLength) return stem + ending
  for (let number = 1; ; number += 1) {
    const end = number > 1 ? ` ${number}${ending}` : ending
    const short = (beginningOf(stem, fileLimits.nameLength - lengthOf(end)) || say('Document')) + end
    if (!taken.includes(short)) return short
  }
}

/** A file under a name that can be uploaded, with its own ending; the same file if it has one. */
export function withShortName(file: File, taken: readonly string[]): File {
  const name = nameWith(/\.\w+$/.exec(canonicalFileName(file.name))?.[0] ?? '', file, taken)
  return name === canonicalFileName(file.name) ? file : new File([file], name, { type: file.type })
}

/** What to tell about the name of a file that is sent; undefined if no more than its ending is new. */
export const noteOnName = (chosen: Pick<File, 'name'>, sent: string): string | undefined =>
  stemOf(chosen.name) === stemOf(sent) ? undefined : say('We shortened the name to {file}.', { file: given(sent) })

/** A name without its ending. */
export const stemOf = (name: string) => canonicalFileName(name).replace(/\.\w+$/, '')

const lengthOf = (text: string) => [...text].length

/** What is read as one letter or picture, with its marks, joined parts, and the two halves of a flag. */
const LETTERS = /(?:\p{RI}\p{RI}|.)(?:\p{M}|\p{Emoji_Modifier}|[\u{E0020}-\u{E007F}]|\u200C|\u200D.?)*/gsu

/** Where a word ends. Signs inside of dates and times are none of these. */
const BETWEEN_WORDS = /[\s_]|[-.,;&+()[\]{}](?!\d)/g

/** The beginning of a text, of at most so many code points. */
function beginningOf(text: string, room: number): string {
  let kept = ''
  for (const [letter] of text.matchAll(LETTERS)) {
    if (lengthOf(kept + letter) > room) break
    kept += letter
  }
  const isWordCut = text.slice(kept.length).search(BETWEEN_WORDS) !== 0
  const lastWord = [...kept.matchAll(BETWEEN_WORDS)].at(-1)?.index ?? 0
  // A long last word is worth more than none of it.
  const words = isWordCut && lastWord >= kept.length / 2 ? kept.slice(0, lastWord) : kept
  return canonicalFileName(words.replace(/[\s\p{Pd}\p{Pc}\p{Ps}.,;&+]+$/u, ''))
}
