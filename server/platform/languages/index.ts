export { createLanguages, type Languages, languageAttributes, speakIn } from './languages.ts'
export { LANGUAGES, languagesThere, readPo } from './read-words.ts'
