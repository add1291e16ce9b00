import { describe, expect, test } from 'vitest'
import { PAGE_LANGUAGE } from '../../../api/index.ts'
import { say } from '../../../engine/index.ts'
import { createLanguages, speakIn } from './index.ts'

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
