import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { po } from 'gettext-parser'
import { LANGUAGES, languagesThere, readPo } from '../server/index.ts'
import { formSentences, programSentences, type Sentence } from './sentences.ts'

/** The PO files of a language, and the sentences that each has. */
export const poFiles: Readonly<Record<string, () => readonly Sentence[]>> = {
  'form.po': formSentences,
  'applicants.po': programSentences,
}

/** The English of an entry, as one text. */
export const idOf = ({ text, plural = '' }: Pick<Sentence, 'text' | 'plural'>): string => `${text}\0${plural}`

const HEADERS = { 'Content-Type': 'text/plain; charset=utf-8', 'Plural-Forms': 'nplurals=2; plural=(n != 1);' }

/**
 * Writes the PO files of a language anew: headers and translations stay, new sentences are empty, and those that are gone
 * go. A language with another number of plural forms says so in `Plural-Forms`.
 */
export function writePo(language: string, folder = LANGUAGES): void {
  for (const [name, sentences] of Object.entries(poFiles)) {
    const file = join(folder, language, name)
    const before = existsSync(file) ? po.parse(readFileSync(file)).headers : {}
    const headers = { Language: language, ...HEADERS, ...before }
    const forms = Number(/nplurals=(\d)/.exec(headers['Plural-Forms'])?.[1])
    const known = new Map(existsSync(file) ? readPo(file).map((each) => [idOf(each), each.translations]) : [])
    const entries = sentences().map((each) => [
      each.text,
      {
        msgid: each.text,
        ...(each.plural === undefined ? {} : { msgid_plural: each.plural }),
        msgstr: [...(known.get(idOf(each)) ?? Array(each.plural === undefined ? 1 : forms).fill(''))],
        comments: { reference: each.places.join('\n') },
      },
    ])
    const data = { charset: 'utf-8', headers, translations: { '': Object.fromEntries(entries) } }
    writeFileSync(file, po.compile(data, { foldLength: 0 }))
  }
}

if (import.meta.main) for (const language of languagesThere()) writePo(language)
