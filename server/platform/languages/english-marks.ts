/**
 * What stands around English in a mail in another language, which has no translation of it. No text has these characters:
 * Unicode reserves them for use inside of a program.
 */
const [BEGINS, ENDS] = ['\ufdd0', '\ufdd1'] as const

export const markedAsEnglish = (text: string): string => BEGINS + text + ENDS

/** Where nothing can say in which language a part is, such as a subject. */
export const withoutMarks = (text: string): string => text.replaceAll(BEGINS, '').replaceAll(ENDS, '')

/** In HTML, so that a screen reader says it as English. */
export const marksInHtml = (html: string): string =>
  html.replaceAll(BEGINS, '<span lang="en">').replaceAll(ENDS, '</span>')
