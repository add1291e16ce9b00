import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { PAGE_LANGUAGE } from '../../../api/index.ts'
import { english, takeWordsFrom, type Words, wordsInUse } from '../../../engine/index.ts'
import { startupError } from '../settings/index.ts'
import { markedAsEnglish } from './english-marks.ts'
import { englishIn, LANGUAGES, languagesThere, ownSentences, readWords, untranslatedIn } from './read-words.ts'

const spoken = new AsyncLocalStorage<Words>()
takeWordsFrom(() => spoken.getStore() ?? english)

/** Does this work, and all that it sets off, in these words. */
export const speakIn = <Result>(words: Words, work: () => Result): Result => spoken.run(words, work)

/**
 * The cookie with the language of this device: `es` if somebody chose it here, which the screen writes, and `account.es`
 * if it is that of the account that was here last.
 */
const LANGUAGE_COOKIE = /(?:^|;\s*)causeway_language=(account\.)?([\w-]+)/

/** What the root of a document says of the words in it. */
export function languageAttributes({ language, direction } = wordsInUse()): string {
  return `lang="${language}"${direction === undefined ? '' : ` dir="${direction}"`}`
}

/** The words of a language as a browser fetches them, and whether a sentence stays English in it. */
type WordsFile = {
  readonly path: string
  readonly plain: Buffer
  readonly br: Buffer
  readonly gzip: Buffer
  readonly hasEnglish: boolean
}

type Asked = {
  readonly url: string
  readonly headers: {
    readonly cookie?: string | undefined
    readonly 'accept-language'?: string | undefined
    readonly [PAGE_LANGUAGE]?: string | readonly string[] | undefined
  }
}

/** The languages in which an institution offers its application. */
export type Languages = {
  /** The first one is that of who has not chosen. */
  readonly offered: readonly string[]
  /** English for a language that is not offered. */
  readonly wordsOf: (language: string) => Words
  /** The same, with marks around what stays English in it (english-marks.ts). */
  readonly markedWordsOf: (language: string) => Words
  /** The sentences of ours that stay English in a language that is offered. */
  readonly untranslatedIn: (language: string) => readonly string[]
  /** The language of a request: that of its address, else of the page that calls, else that of the device. */
  readonly of: (request: Asked) => string
  /** That which an address asks for, as in `?lang=es`. Who follows such a link has chosen it. */
  readonly inAddress: (url: string) => string | undefined
  /** That of the device; undefined if it has none yet. */
  readonly ofDevice: (request: Pick<Asked, 'headers'>) => string | undefined
  /** The one that was chosen on the device since anybody last logged in or out there; undefined if nobody has. */
  readonly chosen: (request: Pick<Asked, 'headers'>) => string | undefined
  /**
   * The language that the browser prefers to that of the request, where neither the address nor the device has one. Many
   * browsers prefer English only because it came with them, so it is never taken unasked.
   */
  readonly proposed: (request: Asked) => string | undefined
  /** By language; English has none. */
  readonly files: Readonly<Record<string, WordsFile>>
}

const folderIn = (language: string, ownFolder: string) =>
  [LANGUAGES, ownFolder].find((folder) => languagesThere(folder).includes(language))

/** Our words in a language, or those of its own folder, without any of the institution. */
export function ourTexts(language: string, ownFolder = LANGUAGES): Words['texts'] {
  const folder = folderIn(language, ownFolder)
  return folder === undefined ? {} : readWords(language, folder).texts
}

/**
 * Reads the words of the languages that the institution offers, with its own for `ownTexts` and `programSentences`. A language that we do not have
 * is in `ownFolder`. Throws a startup error if there are none.
 */
export function createLanguages(
  languages: readonly string[] = [english.language],
  translations: Readonly<Record<string, Words['texts']>> = {},
  ownFolder = LANGUAGES,
  ownTexts: readonly string[] = [],
  programSentences: Words['texts'] = {},
): Languages {
  const folderOf = (language: string) => folderIn(language, ownFolder)
  const unknown = languages.find((each) => each !== english.language && folderOf(each) === undefined)
  if (unknown !== undefined)
    throw startupError(`In institution.json languages names ${unknown}, for which there is no folder in languages.`)
  const unused = Object.keys(translations).find((each) => !languages.includes(each))
  if (unused !== undefined)
    throw startupError(`In institution.json translations names ${unused}, which is none of languages.`)
  const all = new Map(
    languages.map((each) => [
      each,
      withSentences(
        each === english.language ? english : withOwn(readWords(each, folderOf(each)), translations[each]),
        programSentences,
        translations[each],
      ),
    ]),
  )
  const allMarked = new Map<string, Words>()
  const marked = (language: string, words: Words): Words => {
    if (language === english.language) return words
    const left = englishIn(language, folderOf(language) ?? LANGUAGES, markedAsEnglish)
    const own = ownTexts.map((each) => [each, markedAsEnglish(each)] as const)
    const ofOffice = Object.entries(programSentences).flatMap(([sentence, given]) =>
      typeof given === 'string' && words.texts[sentence] === given ? [[sentence, markedAsEnglish(given)] as const] : [],
    )
    const texts = { ...left, ...Object.fromEntries(own), ...words.texts, ...Object.fromEntries(ofOffice) }
    return { ...words, texts }
  }
  const [first = english.language] = languages
  const files = [...all].flatMap(([language, found]) => {
    if (found === english) return []
    const left = language === english.language ? [] : [...untranslatedIn(language, folderOf(language)), ...ownTexts]
    const kept = left.filter((each) => !Object.hasOwn(found.texts, each))
    return [[language, fileOf(found, kept)] as const]
  })
  const keptIn = ({ headers: { cookie = '' } }: Pick<Asked, 'headers'>) => {
    const [, account, kept = ''] = LANGUAGE_COOKIE.exec(cookie) ?? []
    return all.has(kept) ? { kept, isChosen: account === undefined } : undefined
  }
  const ofDevice: Languages['ofDevice'] = (request) => keptIn(request)?.kept
  const known = (tag: unknown) => (typeof tag === 'string' && all.has(tag) ? tag : undefined)
  const askedIn = (url: string) => known(new URLSearchParams(url.split('?')[1]).get('lang'))
  return {
    offered: languages,
    wordsOf: (language) => all.get(language) ?? english,
    markedWordsOf(language) {
      const found = allMarked.get(language) ?? marked(language, all.get(language) ?? english)
      allMarked.set(language, found)
      return found
    },
    untranslatedIn: (language) => untranslatedIn(language, folderOf(language)),
    inAddress: askedIn,
    ofDevice,
    chosen(request) {
      const found = keptIn(request)
      return found?.isChosen ? found.kept : undefined
    },
    of: ({ url, headers }) => askedIn(url) ?? known(headers[PAGE_LANGUAGE]) ?? ofDevice({ headers }) ?? first,
    proposed({ url, headers }) {
      if ((askedIn(url) ?? ofDevice({ headers })) !== undefined) return undefined
      const preferred = rangesIn(headers['accept-language']).flatMap((range) => languages.filter(isIn(range)))[0]
      return preferred === first ? undefined : preferred
    },
    files: Object.fromEntries(files),
  }
}

/** The language ranges of Accept-Language, the most preferred first (RFC 9110, 12.5.4). */
const rangesIn = (header = ''): readonly string[] =>
  header
    .split(',')
    .map((each) => {
      const [range = '', weight = ''] = each.toLowerCase().split(';')
      return { range: range.trim(), weight: weight.trim() === '' ? 1 : Number(/^\s*q=([\d.]+)/.exec(weight)?.[1]) }
    })
    .filter(({ range, weight }) => range !== '' && weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ range }) => range)

/** Whether a language is what this range asks for: `es-MX` asks for `es` too. */
const isIn =
  (range: string) =>
  (language: string): boolean =>
    `${range}-`.startsWith(`${language.toLowerCase()}-`)

type Texts = Words['texts']

const foundIn = (texts: Texts, text: string) => (Object.hasOwn(texts, text) ? texts[text] : undefined)
const formsIn = (texts: Texts, text: string) => {
  const found = foundIn(texts, text)
  return typeof found === 'object' ? found : {}
}

/** With an institution's own translations. Of what is counted it may have some of the forms. */
function withOwn(words: Words, own: Texts = {}): Words {
  const joined = Object.entries(own).map(
    ([text, given]) => [text, typeof given === 'string' ? given : { ...formsIn(words.texts, text), ...given }] as const,
  )
  return { ...words, texts: { ...words.texts, ...Object.fromEntries(joined) } }
}

/**
 * The same with the institution's own English for what the program says: translated where it has a translation, and never
 * by that of ours. English without any is the same as ever, and costs a page nothing.
 */
function withSentences(words: Words, sentences: Texts, own: Texts = {}): Words {
  const all = Object.entries(sentences)
  if (all.length === 0) return words
  const forOne = new Map(ownSentences().map(({ text, plural }) => [plural, text]))
  const said = all.map(([sentence, given]) => {
    if (typeof given === 'string') return [sentence, foundIn(words.texts, given) ?? given] as const
    const { other = sentence } = given
    const inEnglish = { one: forOne.get(sentence) ?? other, ...given, other }
    const ours = other === sentence ? Object.entries(formsIn(words.texts, sentence)) : []
    const left = Object.fromEntries(ours.filter(([form]) => !Object.hasOwn(given, form)))
    return [sentence, { ...inEnglish, ...left, ...formsIn(own, other) }] as const
  })
  return { ...words, texts: { ...words.texts, ...Object.fromEntries(said) } }
}

/** `kept` are the texts that stay English, which only a script of theirs reads. */
function fileOf(words: Words, kept: readonly string[]): WordsFile {
  const plain = Buffer.from(JSON.stringify(kept.length === 0 ? words : { ...words, english: kept }))
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 6)
  const path = `/words/${words.language}-${hash}.json`
  return { path, plain, br: brotliCompressSync(plain), gzip: gzipSync(plain), hasEnglish: kept.length > 0 }
}
