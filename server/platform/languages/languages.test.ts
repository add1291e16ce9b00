import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { PAGE_LANGUAGE } from '../../../api/index.ts'
import { say, sayCount, sayIn } from '../../../engine/index.ts'
import {
  createLanguages,
  languageAttributes,
  languagesThere,
  marksInHtml,
  ownSentences,
  readPo,
  speakIn,
  withoutMarks,
} from './index.ts'
import { readWords } from './read-words.ts'

const both = createLanguages(['en', 'es'], { es: { 'Fall 2027': 'Otoño de 2027', Save: 'Guardar ya' } })

describe('the language of a request', () => {
  test.each([
    ['the first that is offered', '/about', '', 'en'],
    ['the one chosen on the device', '/about', 'a=1; causeway_language=es', 'es'],
    ['that of the account that was last on the device', '/about', 'causeway_language=account.es', 'es'],
    ['that of its address before the chosen one', '/about?lang=en', 'causeway_language=es', 'en'],
    [
      'that of the page that calls before the one that another tab chose',
      '/api/answer',
      'causeway_language=es',
      'en',
      'en',
    ],
    ['not what a page names that is not offered', '/api/answer', 'causeway_language=es', 'es', 'fr'],
    ['not one that is not offered', '/about?lang=fr', 'causeway_language=../../x', 'en'],
    ['not that of a cookie whose name only ends alike', '/about', 'xcauseway_language=es', 'en'],
  ])('is %s', (_, url, cookie, language, page = undefined) => {
    expect(both.of({ url, headers: { cookie, [PAGE_LANGUAGE]: page } })).toBe(language)
  })

  test.each([
    ['', undefined, undefined],
    ['causeway_language=es', 'es', 'es'],
    ['causeway_language=account.es', 'es', undefined],
    ['causeway_language=account.fr', undefined, undefined],
  ])('with the cookie %j that of the device is %s, and the chosen one %s', (cookie, device, chosen) => {
    const request = { headers: { cookie } }
    expect([both.ofDevice(request), both.chosen(request)]).toEqual([device, chosen])
  })

  test('is English without a choice of languages', () => {
    expect(createLanguages().of({ url: '/?lang=es', headers: { cookie: 'causeway_language=es' } })).toBe('en')
  })
})

describe('a browser that prefers another language', () => {
  test.each([
    ['is offered it', 'es-MX,es;q=0.9,en;q=0.8', 'es'],
    ['also where its first one is not offered', 'fr,es;q=0.5,en;q=0.4', 'es'],
    ['in whatever order it says so', 'en;q=0.4, es; q=0.5', 'es'],
    ['is not where it prefers the first that is offered', 'en-US,en;q=0.9,es;q=0.8', undefined],
    ['is not where it takes none that is offered', 'fr, est', undefined],
    ['is not where it refuses it', 'es;q=0', undefined],
    ['is not where it says nothing', undefined, undefined],
    ['is not where it says what nobody understands', ';;q=x,,*', undefined],
  ])('%s', (_, accepted, language) => {
    expect(both.proposed({ url: '/about', headers: { 'accept-language': accepted } })).toBe(language)
  })

  test.each([
    ['/about?lang=en', ''],
    ['/about', 'causeway_language=en'],
    ['/about', 'causeway_language=account.en'],
  ])('is not asked again at %s with the cookie %j', (url, cookie) => {
    expect(both.proposed({ url, headers: { cookie, 'accept-language': 'es' } })).toBeUndefined()
  })
})

test('an institution has words of its own, before ours, and countries have those of Unicode', () => {
  const said = ['Fall 2027', 'Save', 'Germany', 'Nothing like this'].map((each) =>
    speakIn(both.wordsOf('es'), () => say(each)),
  )
  expect(said).toEqual(['Otoño de 2027', 'Guardar ya', 'Alemania', 'Nothing like this'])
  expect(say('Fall 2027')).toBe('Fall 2027')
})

test.each([
  ['a language without a folder', ['en', 'tlh'], {}, /languages names tlh/],
  ['texts in a language that is not offered', ['en'], { es: {} }, /translations names es/],
])('%s stops the start', (_, languages, translations, sentence) => {
  expect(() => createLanguages(languages, translations)).toThrow(sentence)
})

describe('a language that is not finished', () => {
  const folder = mkdtempSync(join(tmpdir(), 'languages-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const written = (language: string, ...entries: readonly string[]) => {
    mkdirSync(join(folder, language), { recursive: true })
    const file = join(folder, language, 'applicants.po')
    writeFileSync(file, ['msgid ""\nmsgstr "Language: x\\n"', ...entries, ''].join('\n\n'))
    return file
  }

  test('says in English what nobody has translated, or only a program has guessed', () => {
    written(
      'fr',
      'msgid "Save"\nmsgstr "Enregistrer"',
      'msgid "Month"\nmsgstr ""',
      '#, fuzzy\nmsgid "Year"\nmsgstr "Mois"',
      'msgid "{count} day"\nmsgid_plural "{count} days"\nmsgstr[0] "{count} jour"\nmsgstr[1] ""',
    )
    const said = sayIn(readWords('fr', folder), () => [
      ...['Save', 'Month', 'Year'].map((each) => say(each)),
      sayCount(2, '{count} day', '{count} days'),
    ])
    expect(said).toEqual(['Enregistrer', 'Month', 'Year', '2 days'])
    const own = ['Spring 2027', 'Fall 2027']
    const french = createLanguages(['en', 'fr'], { fr: { 'Spring 2027': 'Printemps 2027' } }, folder, own, {
      Close: 'Shut',
    })
    const { english } = JSON.parse(String(french.files.fr?.plain))
    expect(english).toEqual(['Month', 'Year', '{count} day', '{count} days', 'Fall 2027'])
    const marked = sayIn(french.markedWordsOf('fr'), () => [
      ...['Save', 'Month', 'Spring 2027', 'Fall 2027', 'Close'].map((each) => say(each)),
      ...[1, 2].map((count) => sayCount(count, '{count} day', '{count} days')),
    ])
    expect(marked.map(marksInHtml)).toEqual([
      'Enregistrer',
      '<span lang="en">Month</span>',
      'Printemps 2027',
      '<span lang="en">Fall 2027</span>',
      '<span lang="en">Shut</span>',
      '<span lang="en">1 day</span>',
      '<span lang="en">2 days</span>',
    ])
    expect(marked.map(withoutMarks).join()).toBe('Enregistrer,Month,Printemps 2027,Fall 2027,Shut,1 day,2 days')
  })

  test('and nothing of a finished one, or of English, is marked', () => {
    for (const each of ['es', 'en']) {
      const texts = JSON.stringify(both.markedWordsOf(each).texts)
      expect(withoutMarks(texts)).toBe(texts)
    }
  })

  test('counts as the language does', () => {
    written(
      'pl',
      'msgid "{count} day"\nmsgid_plural "{count} days"\nmsgstr[0] "{count} dzień"\nmsgstr[1] "{count} dni (2)"\nmsgstr[2] "{count} dni (5)"',
    )
    const days = sayIn(readWords('pl', folder), () =>
      [1, 3, 5, 22].map((count) => sayCount(count, '{count} day', '{count} days')),
    )
    expect(days).toEqual(['1 dzień', '3 dni (2)', '5 dni (5)', '22 dni (2)'])
  })

  test('names the file that is none', () => {
    const file = written('de', 'msgid "Save"\nmsgstr Speichern')
    expect(() => readPo(file)).toThrow(`${file} can’t be read as a PO file.`)
  })

  test('is a folder, and a stray file is none', () => {
    writeFileSync(join(folder, 'notes.txt'), '')
    expect(languagesThere(folder).toSorted()).toEqual(['de', 'fr', 'pl'])
  })
})

test('a language that we do not have is in a folder of the institution’s own, and says if it is read from right to left', () => {
  const folder = mkdtempSync(join(tmpdir(), 'languages-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
  for (const [language, save] of [
    ['he', 'שמירה'],
    ['es', 'No es nuestro'],
  ] as const) {
    mkdirSync(join(folder, language))
    writeFileSync(join(folder, language, 'applicants.po'), `${header}msgid "Save"\nmsgstr "${save}"\n`)
  }
  const { wordsOf } = createLanguages(['en', 'he', 'es'], {}, folder)
  expect(['he', 'es'].map((each) => speakIn(wordsOf(each), () => say('Save')))).toEqual(['שמירה', 'Guardar'])
  expect(['he', 'es', 'en'].map((each) => speakIn(wordsOf(each), () => languageAttributes()))).toEqual([
    'lang="he" dir="rtl"',
    'lang="es"',
    'lang="en"',
  ])
})

describe('an institution’s own English for what pages and mails say', () => {
  const [{ text: one = '', plural = '' } = {}] = ownSentences().filter((each) => each.plural !== undefined)
  const saying = (
    own: Parameters<typeof createLanguages>[4],
    translations: Parameters<typeof createLanguages>[1] = {},
  ) => {
    const languages = createLanguages(['en', 'es'], translations, undefined, [], own)
    return (language: string) => (make: () => string) => sayIn(languages.wordsOf(language), make)
  }

  test('stands in English, and in another language only where that has a translation of it', () => {
    const said = saying({ Saved: 'Safe with us' })
    expect(['en', 'es'].map((each) => said(each)(() => say('Saved')))).toEqual(['Safe with us', 'Safe with us'])
    const both = saying({ Saved: 'Safe with us' }, { es: { 'Safe with us': 'A salvo' } })
    expect(both('es')(() => say('Saved'))).toBe('A salvo')
    expect(saying({})('es')(() => say('Saved'))).toBe('Guardado')
  })

  test('may have one of the forms of what is counted', () => {
    const said = saying({ [plural]: { one: 'Just one' } })
    expect(said('en')(() => sayCount(1, one, plural))).toBe('Just one')
    expect(said('en')(() => sayCount(2, one, plural))).toBe(sayCount(2, one, plural))
    expect(said('es')(() => sayCount(1, one, plural))).toBe('Just one')
    expect(said('es')(() => sayCount(2, one, plural))).toBe(saying({})('es')(() => sayCount(2, one, plural)))
    const other = saying({ [plural]: { other: 'Many' } }, { es: { Many: { other: 'Muchos' } } })
    expect(other('en')(() => sayCount(1, one, plural))).toBe(sayCount(1, one, plural))
    expect([1, 2].map((count) => other('es')(() => sayCount(count, one, plural)))).toEqual([
      sayCount(1, one, plural),
      'Muchos',
    ])
  })

  test('is a file that pages load; without it English has none', () => {
    expect(createLanguages(['en', 'es']).files).not.toHaveProperty('en')
    const { files, wordsOf } = createLanguages(['en'], {}, undefined, [], { Saved: 'Safe with us' })
    expect(JSON.parse(files.en?.plain.toString() ?? '{}')).toEqual({
      language: 'en',
      texts: { Saved: 'Safe with us' },
    })
    expect(wordsOf('en').texts).toEqual({ Saved: 'Safe with us' })
  })
})
