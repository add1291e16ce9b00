import { describe, expect, test } from 'vitest'
import { form, page, ssn, text } from '../engine/index.ts'
import {
  answersLeaving,
  grades,
  includable,
  isWithheld,
  leaves,
  type WayOut,
  waysOut,
  withheldKeys,
} from './ways-out.ts'

const careful = ['none', 'sensitive', 'demographics', 'conduct', 'secret'] as const

/**
 * How each grade leaves by each way, written down a second time: the walk over the ways (ways-out.server.test.ts) compares
 * them with the table that the code asks, and would stay green if a grade were let out there. In the order of `careful`.
 */
const decided: Readonly<Record<WayOut, readonly string[]>> = {
  service_view: ['read: yes', 'sensitive: yes', 'demographics: yes', 'conduct: yes', 'read: masked'],
  packet: ['sensitive: yes', 'sensitive: yes', 'no', 'conduct: yes', 'sensitive: masked'],
  number: ['no', 'no', 'no', 'no', 'reveal: yes'],
  queue: ['some', 'no', 'no', 'no', 'no'],
  search: ['some', 'no', 'no', 'no', 'reveal: masked'],
  record: ['some', 'no', 'no', 'no', 'no'],
  letter: ['held_data: yes', 'held_data: yes', 'held_data: yes', 'held_data: yes', 'held_data: masked'],
  service_link: ['yes', 'yes', 'yes', 'yes', 'masked'],
  packet_command: ['yes', 'yes', '--with-own-sheets: yes', '--with-conduct: yes', 'masked'],
  export_row: ['changes: yes', 'changes: yes', 'demographics: yes', 'conduct: yes', 'ssn: yes'],
  export_packet: ['documents: yes', 'documents: yes', 'demographics: yes', 'conduct: yes', 'ssn: masked'],
  delivery_plain: ['yes', 'yes', 'demographics: yes', 'conduct: yes', 'ssn: yes'],
  delivery_slate: ['yes', 'yes', 'demographics: yes', 'conduct: yes', 'ssn: yes'],
  delivery_banner: ['some', 'no', 'demographics: yes', 'no', 'ssn: yes'],
  delivery_pesc: ['yes', 'yes', 'demographics: yes', 'conduct: yes', 'ssn: yes'],
  delivered_pdf: ['yes', 'yes', 'no', 'conduct: yes', 'no'],
  own_pages: ['yes', 'yes', 'yes', 'yes', 'masked'],
  own_changes: ['yes', 'no', 'no', 'no', 'no'],
  own_pdf: ['yes', 'yes', 'yes', 'yes', 'masked'],
  draft_pdf: ['yes', 'yes', 'yes', 'yes', 'masked'],
  your_data: ['yes', 'yes', 'yes', 'yes', 'masked'],
  kept_answers: ['yes', 'no', 'no', 'no', 'no'],
  mails: ['no', 'no', 'no', 'no', 'no'],
  webhook: ['no', 'no', 'no', 'no', 'no'],
  jobs: ['no', 'no', 'no', 'no', 'no'],
  log: ['no', 'no', 'no', 'no', 'no'],
  metrics: ['no', 'no', 'no', 'no', 'no'],
}

test.each(Object.entries(decided) as [WayOut, readonly string[]][])(
  'by %s leaves what was decided',
  (way, expected) => {
    const how = careful.map((grade) => {
      const stands: string | { readonly by: string; readonly as: string } = waysOut[way][grade]
      return typeof stands === 'string' ? stands : `${stands.by}: ${stands.as}`
    })
    expect(how).toEqual(expected)
  },
)

test('every way and every grade is decided, and has a name of its own', () => {
  expect(Object.keys(waysOut).toSorted()).toEqual(Object.keys(decided).toSorted())
  expect(Object.keys(grades).toSorted()).toEqual(careful.toSorted())
  const names = [...Object.values(waysOut).map(({ what }) => what), ...Object.values(grades)]
  expect(names.filter((name) => !/^[A-Z]/.test(name))).toEqual([])
  expect(new Set(names).size).toBe(names.length)
  expect(includable).toEqual(['documents', 'application_pdfs', 'conduct', 'demographics', 'ssn'])
})

test('a grade that needs a right leaves with that right alone', () => {
  expect(leaves('service_view', 'conduct')).toBe('no')
  expect(leaves('service_view', 'conduct', ['read', 'sensitive'])).toBe('no')
  expect(leaves('service_view', 'conduct', ['conduct'])).toBe('yes')
  expect(leaves('service_view', 'secret', ['read', 'reveal'])).toBe('masked')
  expect(leaves('queue', 'none')).toBe('some')
  expect(leaves('mails', 'none', ['read', 'conduct', 'ssn'])).toBe('no')
})

const allWays = Object.keys(waysOut).filter((each): each is WayOut => Object.hasOwn(waysOut, each))

describe('of the answers', () => {
  const questions = form('1', [
    page('page', 'Page', [
      text('name', 'Name'),
      text('gender', 'Gender', { care: 'demographics' }),
      text('crime', 'Crime', { care: 'conduct' }),
      ssn('ssn', 'Number'),
    ]),
  ])
  const answers = { name: 'Maya', gender: 'F', gender_desc: 'Female', crime: 'Yes', ssn: '123-45-6789' }

  test('those leave whose grade does, a secret one masked, and a text that goes with a key as that key', () => {
    const masked = { ...answers, ssn: '***-**-6789' }
    expect(answersLeaving(questions, 'your_data', answers)).toEqual(masked)
    const { crime, ...rest } = masked
    expect(answersLeaving(questions, 'service_view', answers, ['read', 'demographics'])).toEqual(rest)
    expect(answersLeaving(questions, 'service_view', answers, ['read', 'conduct'])).toEqual({
      name: 'Maya',
      crime,
      ssn: '***-**-6789',
    })
    expect(answersLeaving(questions, 'export_row', answers, ['changes', 'ssn'])).toEqual({
      name: 'Maya',
      ssn: '123-45-6789',
    })
    expect(answersLeaving(questions, 'mails', answers)).toEqual({})
  })

  test('an empty secret stays empty, and a key that no version ever asked is as secret as any', () => {
    expect(answersLeaving(questions, 'your_data', { ssn: '', other: undefined })).toEqual({ ssn: '', other: undefined })
    for (const way of allWays) {
      const [own, unknown] = [{ ssn: answers.ssn }, { other: answers.ssn }]
      const [left] = Object.values(answersLeaving(questions, way, own, ['changes']))
      expect(Object.values(answersLeaving(questions, way, unknown, ['changes']))[0], way).toBe(left)
      expect(isWithheld(questions, way)('other'), way).toBe(isWithheld(questions, way)('ssn'))
    }
  })

  test('what the form no longer asks leaves by each way as it did when it was asked', () => {
    const cares = ['none', 'sensitive', 'demographics', 'conduct', 'secret'] as const
    const retired = cares.map((care) => ({ key: `was_${care}`, care, kind: 'text' as const }))
    const asked = form('1', [
      page(
        'page',
        'Page',
        retired.map(({ key, care }) => text(key, key, { care })),
      ),
    ])
    const now = form('2', questions.pages, [], retired)
    const given = Object.fromEntries(retired.map(({ key }) => [key, '123-45-6789']))
    for (const way of allWays)
      for (const rights of [[], ['read'], ['changes', 'conduct', 'demographics', 'sensitive', 'ssn', 'documents']]) {
        expect(answersLeaving(now, way, given, rights), way).toEqual(answersLeaving(asked, way, given, rights))
        expect(Object.keys(given).filter(isWithheld(now, way, rights)), way).toEqual(
          Object.keys(given).filter((key) => withheldKeys(asked, way, rights).has(key)),
        )
      }
  })

  test('the others are withheld by key, with the texts that go with them', () => {
    expect([...withheldKeys(questions, 'your_data')]).toEqual([])
    expect([...withheldKeys(questions, 'export_row', ['changes', 'conduct'])].toSorted()).toEqual(
      ['gender', 'gender_desc', 'ssn', 'ssn_desc'].toSorted(),
    )
    expect([...withheldKeys(questions, 'export_row', ['changes'])]).toContain('crime')
  })
})
