import { fileSize } from './file-size.ts'
import { mergedLines } from './merged-lines.ts'
import type { OutlineItem } from './outline.ts'

/** A question and its answer as text. */
export type PrintedText = {
  readonly kind: 'text'
  readonly label: string
  readonly text: string
  readonly answered: boolean
}
export type PrintedDocument = {
  readonly kind: 'document'
  readonly label: string
  readonly text: string
  readonly answered: boolean
  readonly file: { readonly name: string; readonly size: string } | null
}
/** A block that reads as one answer may have several `lines`. */
type Answer = PrintedDocument | (Omit<PrintedText, 'text'> & { readonly lines: readonly string[] })

/** A question, or a block that reads as one, with its answer; null when it does not fit into one row. */
export function answerOf(item: OutlineItem): Answer | null {
  if (item.kind === 'group') {
    if (item.as !== 'address' && item.as !== 'school' && item.as !== 'monthYear') return null
    const merged = mergedLines(item)
    return merged && { kind: 'text', label: item.title, ...merged }
  }
  const { label, text, answered } = item
  switch (item.as) {
    case 'tick':
      return null
    case 'document': {
      const file = item.file ? { name: item.file.file_name, size: fileSize(item.file.file_size) } : null
      return { kind: 'document', label, text, answered, file }
    }
    case 'text':
    case 'paragraph':
      return { kind: 'text', label, lines: [text], answered }
  }
}

/** The same answer as a row of its own. */
export function rowOfAnswer(answer: Answer): PrintedText | PrintedDocument {
  if (answer.kind === 'document') return answer
  const { lines, ...rest } = answer
  return { ...rest, text: lines.join('\n') }
}
