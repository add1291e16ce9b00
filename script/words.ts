import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { po } from 'gettext-parser'
import { LANGUAGES, languagesThere, readPo } from '../server/index.ts'
import { writeTemplate } from './own-sentences.ts'
import { formSentences, programSentences, type Sentence } from './sentences.ts'

/** The PO files of a language, and the sentences that each has. */
export const poFiles: Readonly<Record<string, () => readonly Sentence[]>> = {
  'form.po': formSentences,
  'applicants.po': programSentences,
}

/** The English of an entry, as one text. */
export const idOf = ({ text, plural = '' }: Pick<Sentence, 'text' | 'plural'>): string => `${text}\0${plural}`

/**
 * Which number takes which form. Of a language with more than two only how many they are is known here; its PO editor
 * knows the rest.
 */
function pluralForms(language: string): string {
  const rules = new Intl.PluralRules(language)
  const forms = new Set(Array.from({ length: 200 }, (_, number) => rules.select(number))).size
  const ofTwo = rules.select(0) === 'one' ? ' plural=(n > 1);' : ' plural=(n != 1);'
  return `nplurals=${forms};${forms === 1 ? ' plural=0;' : forms === 2 ? ofTwo : ''}`
}

/**
 * Writes the PO files of a language anew, or its first ones: headers, translations and remarks stay, new sentences are
 * empty, and those that are gone go.
 */
export function writePo(language: string, folder = LANGUAGES): void {
  mkdirSync(join(folder, language), { recursive: true })
  for (const [name, sentences] of Object.entries(poFiles)) {
    const file = join(folder, language, name)
    const before = existsSync(file) ? po.parse(readFileSync(file)).headers : {}
    const headers = {
      Language: language,
      'Content-Type': 'text/plain; charset=utf-8',
      'Plural-Forms': pluralForms(language),
      ...before,
    }
    const forms = Number(/nplurals=(\d)/.exec(headers['Plural-Forms'])?.[1])
    const known = new Map(existsSync(file) ? readPo(file).map((each) => [idOf(each), each]) : [])
    const entries = sentences().map((each) => {
      const { translations, remark, isGuessed } = known.get(idOf(each)) ?? {}
      return [
        each.text,
        {
          msgid: each.text,
          ...(each.plural === undefined ? {} : { msgid_plural: each.plural }),
          msgstr: [...(translations ?? Array(each.plural === undefined ? 1 : forms).fill(''))],
          comments: {
            reference: each.places.join('\n'),
            ...(remark === undefined ? {} : { translator: remark }),
            ...(isGuessed ? { flag: 'fuzzy' } : {}),
          },
        },
      ]
    })
    const data = { charset: 'utf-8', headers, translations: { '': Object.fromEntries(entries) } }
    writeFileSync(file, po.compile(data, { foldLength: 0 }))
  }
}

/** Writes every language that is there, and begins those that are named: `npm run -s words -- fr`. */
function main(named: readonly string[]): void {
  const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
  const unknown = named.find((each) => names.of(each) === undefined)
  if (unknown !== undefined) {
    console.error(`${unknown} is the tag of no language; that of French is fr.`)
    process.exitCode = 1
    return
  }
  for (const language of new Set([...languagesThere(), ...named])) writePo(language)
  writeTemplate()
}

if (import.meta.main) main(process.argv.slice(2))
