import { expect, test } from 'vitest'
import { form, page, when } from './blocks.ts'
import { is, isAnswered } from './conditions.ts'
import { guardedKeys } from './guarded-keys.ts'
import { text } from './questions.ts'

test('guarded is what is sensitive, and what is asked, required or judged by the answer to it, however far away', () => {
  const name = text('name', 'Name')
  const crime = text('crime', 'Crime', { care: 'conduct' })
  const whenItWas = text('when_it_was', 'When it was')
  const asked = form('1', [
    page('one', 'One', [
      name,
      crime,
      when(is(name, 'Bo'), [when(isAnswered(whenItWas), [text('where', 'Where')])]),
      when(isAnswered(crime), [whenItWas]),
      text('reason', 'Reason', { required: is(crime, 'Y') }),
      text('again', 'Again', { rules: [{ rule: 'sameAs', valueKey: 'crime', message: 'The same, please.' }] }),
      when(isAnswered(name), [text('county', 'County', { required: isAnswered(name) })]),
    ]),
  ])
  expect([...guardedKeys(asked)].toSorted()).toEqual(['again', 'crime', 'reason', 'when_it_was', 'where'])
})
