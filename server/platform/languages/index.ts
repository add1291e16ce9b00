export { marksInHtml, withoutMarks } from './english-marks.ts'
export { createLanguages, type Languages, languageAttributes, ourTexts, speakIn } from './languages.ts'
export { LANGUAGES, languagesThere, ownSentences, placesIn, readPo } from './read-words.ts'
