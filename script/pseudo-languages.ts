import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { po } from 'gettext-parser'
import { poFiles } from './words.ts'

/**
 * Two languages that nobody speaks, made from every sentence by a function, so that a test finds what stays English, what
 * does not fit and what stands on the wrong side without a translation: one with accents, about 40 % longer, and one in
 * Arabic letters, from right to left.
 */
export const pseudoLanguages: Readonly<Record<string, (sentence: string) => string>> = {
  'en-XA': (sentence) =>
    outsideOfPlaces(sentence, (text) => text.replace(/[aeiouns]/gi, '$&$&').replace(/\w/g, accented)),
  'ar-XB': (sentence) => outsideOfPlaces(sentence, (text) => text.replace(/[a-z→?,]/gi, inArabic)),
}

/** Everything but `{values}` and `<tags>`. */
const outsideOfPlaces = (sentence: string, change: (text: string) => string) =>
  sentence.replace(/(\{[\w.]+\}|<\/?\w+>)|[^{<]+|[{<]/g, (text, place?: string) => place ?? change(text))

/** Letters that the fonts of the screen have. */
const accents: Readonly<Record<string, string>> = {
  a: 'á',
  e: 'é',
  i: 'í',
  o: 'ó',
  u: 'ú',
  y: 'ý',
  n: 'ñ',
  c: 'ç',
  d: 'ð',
}
const accented = (letter: string) => accents[letter] ?? (accents[letter.toLowerCase()]?.toUpperCase() || letter)

/** By the English ones, so that two sentences stay two. */
const arabic = Object.fromEntries(
  Array.from('abcdefghijklmnopqrstuvwxyz→?,', (letter, place) => [
    letter,
    'ابصدعفجهيذكلمنطثقرستوضشخظز←؟،'[place] ?? letter,
  ]),
)
const inArabic = (letter: string) => arabic[letter.toLowerCase()] ?? letter

/**
 * Writes an institution.json that offers both besides English, with a folder `languages` beside it that has them: what a
 * test starts the product with. No institution has them.
 */
export function writePseudoLanguages(folder: string): void {
  for (const [language, say] of Object.entries(pseudoLanguages)) {
    mkdirSync(join(folder, 'languages', language), { recursive: true })
    for (const [name, sentences] of Object.entries(poFiles)) {
      const entries = sentences().map(({ text, plural }) => [
        text,
        // One form for every number, which is the one that says it.
        plural === undefined
          ? { msgid: text, msgstr: [say(text)] }
          : { msgid: text, msgid_plural: plural, msgstr: [say(plural)] },
      ])
      const data = {
        charset: 'utf-8',
        headers: { 'Content-Type': 'text/plain; charset=utf-8' },
        translations: { '': Object.fromEntries(entries) },
      }
      writeFileSync(join(folder, 'languages', language, name), po.compile(data))
    }
  }
  const file = JSON.parse(readFileSync(join(import.meta.dirname, '../institution.json'), 'utf8'))
  const own = Object.keys(file.private.translations.es)
  const translations = Object.entries(pseudoLanguages).map(([language, say]) => [
    language,
    Object.fromEntries(own.map((text) => [text, say(text)])),
  ])
  file.private.languages = ['en', ...Object.keys(pseudoLanguages)]
  file.private.translations = Object.fromEntries(translations)
  file.private.pdf_mark = undefined // it is beside the other file
  writeFileSync(join(folder, 'institution.json'), JSON.stringify(file))
}

const [, , folder] = process.argv
if (import.meta.main && folder !== undefined) writePseudoLanguages(folder)
