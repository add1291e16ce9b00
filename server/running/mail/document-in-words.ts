import type { AttachedDocument } from './mail-message.ts'
import { onOneLine } from './on-one-line.ts'

/** A document as a receipt lists it. */
export const documentInWords = ({ question, file_name }: AttachedDocument): string =>
  onOneLine(`${question}: ${file_name}`)
