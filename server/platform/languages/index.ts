export { createLanguages, type Languages, languageAttributes, speakIn } from './languages.ts'
export { LANGUAGES, languagesThere, ownSentences, placesIn, readPo } from './read-words.ts'
