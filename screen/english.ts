import { markEnglish } from './mark-english.ts'

const { languages = {} } = JSON.parse(document.getElementById('institution')?.textContent ?? '{}')

/** The file of the words has been fetched for the page, and browsers keep it. English has none. */
markEnglish(async (language) => {
  const address: unknown = languages[language]
  return typeof address === 'string' && address !== '' ? (await fetch(address)).json() : {}
})
