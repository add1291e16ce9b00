export { createLanguages, type Languages, speakIn } from './languages.ts'
export { LANGUAGES, languagesThere, readPo } from './read-words.ts'
