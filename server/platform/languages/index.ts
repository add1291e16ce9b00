export { createLanguages, type Languages, speakIn } from './languages.ts'
export { LANGUAGES, languagesThere, readPo, untranslatedIn } from './read-words.ts'
