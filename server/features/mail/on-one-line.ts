/** A name that an applicant or a configuration gave cannot begin a line of its own. */
export const onOneLine = (words: string): string => words.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
