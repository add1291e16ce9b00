// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { emptyApplication } from '../../engine/index.ts'
import { admissions } from '../../form/index.ts'
import { earlyDraftIn } from '../features/application/index.ts'
import { createApplicationStore } from '../fields/index.ts'
import { keepEarlyAnswers } from './early-answers.ts'

beforeEach(() => {
  window.sessionStorage.clear()
  window.localStorage.clear()
})
afterEach(() => void vi.restoreAllMocks())

const page = ({ isVisitor = true } = {}) => {
  const store = createApplicationStore({ form: admissions, application: emptyApplication, today: '2026-11-22' })
  return { store, putBack: keepEarlyAnswers(store, () => isVisitor), answers: () => store.current().answer }
}
function leave() {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
}

test('what was typed before the session had come is there on the next page of the tab, except secret answers', () => {
  const { store } = page()
  store.write('first_name', 'Pat')
  store.write('ssn', '501-55-0187')
  leave()
  expect(JSON.stringify({ ...window.sessionStorage })).not.toContain('0187')
  const next = page()
  expect(next.answers().first_name).toBeUndefined()
  next.putBack()
  expect(next.answers()).toMatchObject({ first_name: 'Pat' })
  expect(next.answers().ssn).toBeUndefined()
  expect([window.sessionStorage.length, window.localStorage.length]).toEqual([0, 0])
})

test('another tab finds what is not sensitive on the device, to ask whose it is', () => {
  const { store } = page()
  store.write('first_name', 'Pat')
  store.write('gender', 'F')
  store.write('ssn', '501-55-0187')
  leave()
  expect(earlyDraftIn(window.localStorage)).toEqual({ at: expect.any(Number), answer: { first_name: 'Pat' } })
  expect(JSON.stringify({ ...window.localStorage })).not.toMatch(/0187|gender/)
  window.sessionStorage.clear()
  const next = page()
  next.putBack()
  expect(next.answers().first_name).toBeUndefined()
  expect(earlyDraftIn(window.localStorage)?.answer).toEqual({ first_name: 'Pat' })
})

test('what is typed on the next page wins, and once the session is there nothing is kept any more', () => {
  page().store.write('first_name', 'Pat')
  leave()
  const next = page()
  next.store.write('first_name', 'Patricia')
  next.putBack()
  expect(next.answers().first_name).toBe('Patricia')
  window.sessionStorage.clear()
  leave()
  expect(JSON.stringify({ ...window.sessionStorage })).not.toContain('Patricia')
})

test('an answer that is emptied before the session has come stays empty, though the tab was hidden meanwhile', () => {
  const { store, putBack, answers } = page()
  store.write('first_name', 'Pat')
  leave()
  store.write('first_name', '')
  putBack()
  expect(answers().first_name).toBe('')
})

test('a second page that is left before the session has come loses nothing of the first', () => {
  page().store.write('first_name', 'Pat')
  leave()
  page().store.write('last_name', 'Hale')
  leave()
  const third = page()
  third.putBack()
  expect(third.answers()).toMatchObject({ first_name: 'Pat', last_name: 'Hale' })
})

test('an account that has logged in since gets nothing of it, and it is gone', () => {
  page().store.write('first_name', 'Pat')
  leave()
  const { putBack, answers } = page({ isVisitor: false })
  putBack()
  expect([answers().first_name, window.sessionStorage.length, window.localStorage.length]).toEqual([undefined, 0, 0])
})

test.each(['no JSON', '7', '{"first_name":"x"}', '{"at":1,"answer":{"first_name":7,"nonsense":"x"}}'])(
  '%s in the storage of the tab changes nothing',
  (kept) => {
    window.sessionStorage.setItem('causeway.early', kept)
    const { putBack, answers } = page()
    putBack()
    expect(Object.values(answers()).filter(Boolean)).toEqual([])
  },
)
