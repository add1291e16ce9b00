// @vitest-environment happy-dom
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { domestic } from '../../form/testing/index.ts'
import { preloadLazyCode } from '../parts/index.ts'
import { arrivesAt, button, control, open, profileOf, until, wordsOf } from './opened-for-test.tsx'

beforeAll(preloadLazyCode)
let app: Awaited<ReturnType<typeof open>>
afterEach(() => app.close())

const { instate_tuition: _, ...unasked } = domestic.answer
const answer: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(unasked).map(([key, value = '']) => [key, value])),
  ...{ country: 'USA', state: 'Montana' },
}
const opened = async (path: string, add_another = {}) => {
  app = await open(path, { loggedIn: true, server: { profile: profileOf({ last_page: path, answer, add_another }) } })
  await until(() => control('form'))
}
const forgotten = () => document.querySelector('[aria-labelledby=forgotten]')
const QUESTION = 'You live in Montana. Are you asking for in-state tuition? It costs much less.'
const within = (question: string, words: string) => {
  const line = [...document.querySelectorAll('p')].find((each) => wordsOf(each) === question)?.parentElement
  const found = [...(line?.querySelectorAll('button') ?? [])].find((each) => wordsOf(each) === words)
  if (!found) throw new Error(`No ${words} below ${question}`)
  return found
}
const visible = (words: string) => {
  const found = [...document.querySelectorAll('p')].find((each) => wordsOf(each) === words && !each.closest('[hidden]'))
  return found !== undefined
}

const sent = (name: string) => app.calls.filter(([each]) => each === name).map(([, body]) => body)

describe('what may have been forgotten', () => {
  test('is asked above Submit, and one tap answers it while its line stays', async () => {
    await opened('/final-steps')
    await until(() => expect(wordsOf(forgotten())).toContain(QUESTION))
    expect(visible('Thank you.')).toBe(false)
    within(QUESTION, 'No').click()
    await until(() => expect(JSON.stringify(sent('saveAnswers'))).toContain('"instate_tuition":"N"'))
    expect(visible('Thank you.')).toBe(true)
    expect(wordsOf(document.activeElement)).toBe('Thank you.')
    expect(wordsOf(forgotten())).toContain(QUESTION)
  })

  test('is waved away for good', async () => {
    await opened('/final-steps')
    await until(() => within(QUESTION, 'Don’t ask again').click())
    await until(() => expect(sent('saveAddAnother')).toEqual([{ button_id: 'quiet_in_state', num_components: 1 }]))
    expect(wordsOf(document.activeElement)).toBe('We won’t ask again.')
    app.close()
    await opened('/final-steps', { quiet_in_state: 1 })
    await until(() => button('Submit'))
    expect(wordsOf(document.body)).not.toContain(QUESTION)
  })

  test('leads to its question, and back to what was being checked', async () => {
    await opened('/final-steps')
    await until(() => within(QUESTION, 'Yes').click())
    await arrivesAt('/about#instate_tuition')
    await until(() => expect(document.activeElement?.closest('#instate_tuition')).not.toBeNull())
    button('Back to your answers').click()
    await until(() => expect(wordsOf(document.activeElement)).toBe('Change Are you asking for in-state tuition?'))
  })

  test('stands at the end of its section too, and nothing keeps anybody from submitting', async () => {
    await opened('/about')
    const line = await until(() =>
      control('[data-section="in-state-tuition"] fieldset[aria-labelledby=quiet_in_state]'),
    )
    expect(line.closest('[hidden]')).toBeNull() // not folded away with the section
    within(QUESTION, 'Yes').click() // the section opens, and goes on at its question
    await until(() => expect(document.activeElement?.closest('#instate_tuition')).not.toBeNull())
    expect(document.getElementById('missing-information')).toBeNull()
  })
})
