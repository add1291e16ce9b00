import { everyItem, type Form, isSigned, sentencesOf } from '../../../engine/index.ts'

/** Every sentence of the sections in which people sign, and every statement that is checked elsewhere. */
export const sentencesSigned = (form: Form): readonly string[] =>
  everyItem(form).flatMap((item) => {
    if (item.kind === 'section' && isSigned(item)) return [...sentencesOf(item)]
    return item.kind === 'tick' ? [item.label] : []
  })
