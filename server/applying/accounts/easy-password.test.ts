import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, test } from 'vitest'
import { commonWords, isEasyToGuess } from '../../../engine/index.ts'

const known = {
  partner_name: 'Bridger State University',
  partner_short_name: 'Bridger State',
  vendor: 'Causeway',
  address: { line_1: '201 Meridian Hall', city: 'Bozeman', state: 'Montana', zip: '59717' },
  username: 'june.hale@mail.example',
}

const common = commonWords(Object.values(dictionary))

test.each([
  'Password123!',
  'Pa$$word2026',
  'P@ssw0rd1234',
  'Passw0rd!Passw0rd!',
  'Qwerty123456!',
  '1qaz@WSX3edc',
  'Aa1!Aa1!Aa1!',
  'Summer-2026!!',
  'Montana#2027',
  'Michael!1998',
  'Aaaaaaaaaaa1!',
  'aA1!aaaaaaaa',
  '2027!Fútbol!',
  'Iloveyou-1-2-3',
  'Bridger-State-26!',
  'Bozeman-2027!',
  'Causeway-1234',
  'June.Hale2004!',
  'Montana-State-1!',
])('%s is easy to guess', (password) => {
  expect(isEasyToGuess(password, known, common)).toBe(true)
})

test.each([
  'Larch-and-snow 2027',
  'Correct-Horse-7-Battery',
  'Wrong-password-1',
  'Larch-2027xy',
  'x7#Kq9!vP2$m',
  'Bridger-tulip-snow 4',
  'Пар0ль-от-Ларисы',
])('%s is not', (password) => {
  expect(isEasyToGuess(password, known, common)).toBe(false)
})
