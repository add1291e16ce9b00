import { expect, test } from 'vitest'
import { english, sayAgain, sayIn, type Words } from './index.ts'

const spanish: Words = {
  language: 'es',
  texts: { Saved: 'Guardado', Done: 'Listo', Error: 'Error', 'Delete {file}?': '¿Eliminar {file}?' },
}
const french: Words = { language: 'fr', texts: { Saved: 'Enregistré' } }

test.each([
  ['from English', 'Saved', english, spanish, 'Guardado'],
  ['to English', 'Guardado', spanish, english, 'Saved'],
  ['between two others', 'Guardado', spanish, french, 'Enregistré'],
  ['into one that lacks it', 'Listo', spanish, french, 'Done'],
  ['though both are written alike', 'Error', english, spanish, 'Error'],
  ['in the same words', 'Anything', spanish, spanish, 'Anything'],
  ['not what a value fills', '¿Eliminar a.pdf?', spanish, english, undefined],
  ['not what nobody translates', 'Anything', english, spanish, undefined],
])('a message is said again %s', (_, text, before, now, said) => {
  expect(sayIn(now, () => sayAgain(text, before))).toBe(said)
})
