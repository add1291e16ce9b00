// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { emptyApplication } from '../../engine/index.ts'
import { admissions } from '../../form/index.ts'
import { EARLY, earlyDraftIn } from '../applying/application/index.ts'
import { createApplicationStore } from '../fields/index.ts'
import { keepEarlyAnswers } from './page-store.ts'

beforeEach(() => {
  window.sessionStorage.clear()
  window.localStorage.clear()
})

const page = ({ isVisitor = true } = {}) => {
  const store = createApplicationStore({ form: admissions, application: emptyApplication, today: '2026-11-22' })
  return { store, putBack: keepEarlyAnswers(store, () => isVisitor), answers: () => store.current().answer }
}

test('what was typed before the session had come is there on the next page of the tab, except secret answers', () => {
  const { store } = page()
  store.write('first_name', 'Pat')
  store.write('ssn', '501-55-0187')
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
  const next = page()
  next.store.write('first_name', 'Patricia')
  next.putBack()
  expect(next.answers().first_name).toBe('Patricia')
  next.store.write('first_name', 'Patience')
  expect([window.sessionStorage.length, window.localStorage.length]).toEqual([0, 0])
})

test('an answer that is emptied before the session has come stays empty, here and on the next page', () => {
  const { store, putBack, answers } = page()
  store.write('first_name', 'Pat')
  store.write('first_name', '')
  const next = page()
  next.putBack()
  expect(next.answers().first_name).toBeUndefined()
  putBack()
  expect(answers().first_name).toBe('')
})

test('what another tab left on the device stays for it to be asked about', () => {
  const theirs = JSON.stringify({ at: Date.now() - 60_000, answer: { first_name: 'Pat' } })
  window.localStorage.setItem(EARLY, theirs)
  const next = page()
  next.store.write('last_name', 'Hale')
  next.store.write('first_name', 'Kim')
  expect(window.localStorage.getItem(EARLY)).toBe(theirs)
  expect(earlyDraftIn(window.sessionStorage)?.answer).toEqual({ first_name: 'Kim', last_name: 'Hale' })
  next.putBack()
  expect(window.localStorage.getItem(EARLY)).toBe(theirs)
})

test('a second page that is left before the session has come loses nothing of the first', () => {
  page().store.write('first_name', 'Pat')
  page().store.write('last_name', 'Hale')
  const third = page()
  third.putBack()
  expect(third.answers()).toMatchObject({ first_name: 'Pat', last_name: 'Hale' })
})

test('an account that has logged in since gets nothing of it, and it is gone', () => {
  page().store.write('first_name', 'Pat')
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
