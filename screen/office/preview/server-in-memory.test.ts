import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { type CallName, calls, paths } from '../../../api/index.ts'
import { withInstitution } from '../../../engine/index.ts'
import { admissions, sampleApplicants } from '../../../form/index.ts'
import institutionFile from '../../../institution.json' with { type: 'json' }
import { newProfile } from '../../client/testing/index.ts'
import { createServerInMemory, type Preview } from './server-in-memory.ts'

const form = withInstitution(admissions, institutionFile.public)
const veteran = sampleApplicants.find(({ id }) => id === 'veteran')?.application
const answersOf = (map: object = {}) =>
  Object.fromEntries(Object.entries(map).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])))
const profile = {
  ...newProfile,
  answer: answersOf(veteran?.answer),
  add_another: answersOf(veteran?.add_another),
  document_answer: answersOf(veteran?.document_answer),
}

function previewed(own: Preview['profile'] = profile) {
  const reply = createServerInMemory(form, { at: '/about', profile: own, pdf: '/preview/pdf', reference: 'SAMP-2345' })
  /** A call, whose reply must be one of the contract. */
  return (name: CallName, payload: object = {}, path: string = paths[name].path) => {
    const { status, body, session } = reply(paths[name].method, path, payload)
    const schema: z.ZodType = calls[name].reply
    if (status === 200) expect(schema.safeParse(body).error, name).toBeUndefined()
    return { status, session, body: new Map(Object.entries(body)) }
  }
}

test('an applicant answers, and everything later has it', () => {
  const call = previewed()
  const saved = call('saveAnswers', { city: 'Butte', suffix: null })
  expect(saved.body.get('previous_revision')).toBe(1)
  expect(saved.body.get('revision')).toBe(2)
  expect(call('profile').body.get('answer')).toMatchObject({ city: 'Butte', suffix: '' })
  expect(call('saveLastPage', { last_page: '/education' }).status).toBe(200)
  expect(call('profile').body.get('last_page')).toBe('/education')
})

test('what an answer hides is cleared, as a server would', () => {
  const call = previewed()
  const { body } = call('saveAnswers', { military_served: 'N' })
  expect(body.get('cleared')).toEqual(expect.arrayContaining(['military_city', 'military_start_year']))
  expect(call('profile').body.get('answer')).toMatchObject({ military_city: '' })
})

test('an entry is removed, and those after it move up', () => {
  const call = previewed()
  const { body } = call('saveAddAnother', { button_id: 'colleges', num_components: 7, removed: 1 })
  expect(body.get('answer')).toMatchObject({ college_name: veteran?.answer.college_2_name, college_8_name: '' })
  expect(call('addAnother').body.get('colleges')).toBe(7)
})

test('a choice between ways empties what was answered on the other one', () => {
  const call = previewed()
  const { body } = call('saveTab', { tab_id: 'high-school-record', chosen_tab: 'ged-documents' })
  expect(body.get('cleared')).toContain('hs_record')
  expect(call('tabs').body.get('high-school-record')).toBe('ged-documents')
})

test('it is submitted once, and has a PDF', () => {
  const call = previewed()
  expect(call('submit').body.get('reference')).toBe('SAMP-2345')
  expect(call('profile').body.get('submission')).toMatchObject({ reference: 'SAMP-2345', version: 1 })
  expect(call('pdfStatus').body.get('url')).toBe('/preview/pdf')
})

describe('somebody without an account', () => {
  test('is asked to log in, then begins an application of their own', () => {
    const call = previewed(null)
    expect(call('profile').status).toBe(401)
    expect(call('signup', { username: 'new@mail.example', password: 'long enough' }).status).toBe(200)
    expect(call('confirm', { username: 'new@mail.example', code: '123456' }).status).toBe(200)
    expect(call('login', { username: 'new@mail.example', password: 'long enough' }).session).toBe('begun')
    expect(call('profile').body.get('username')).toBe('new@mail.example')
    expect(call('logout').session).toBe('ended')
    expect(call('profile').status).toBe(401)
  })
})

test('what only a server can do is refused by saying so, and a made-up address is none', () => {
  const call = previewed()
  expect(call('presignUpload', { answer_key: 'hs_record' })).toMatchObject({ status: 403 })
  expect(call('deleteAccount', { current_password: 'x' }).body.get('message')).toMatch(/^This is a preview/)
  expect(call('profile', {}, '/api/nothing').status).toBe(404)
  expect(call('deleteDocument', {}, '/api/document-answer/hs_record').status).toBe(200)
  expect(call('documentAnswer').body.has('hs_record')).toBe(false)
})
