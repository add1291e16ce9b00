/** Keeps a name from an applicant or a configuration from starting a new line. */
export const onOneLine = (words: string): string => words.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
