import { expect, test } from 'vitest'
import { editionContent, ofValues } from '../../../../../api/index.ts'
import { type Structure, structureFaults } from '../../../../../engine/index.ts'
import { admissions, needs } from '../../../../../form/index.ts'
import { duplicated } from './duplicated.ts'

const structure: Structure = {
  own: {
    own_work: { kind: 'section', in: 'page:about', label: 'Work', since: '2026.9+2' },
    own_any: { kind: 'radio', in: 'section:own_work', label: 'Any?', options: { Y: 'Yes', N: 'No' } },
    own_jobs: { kind: 'repeated', in: 'section:own_work', label: 'Jobs', entry: 'Job {number}', most: 3 },
    own_job: { kind: 'text', in: 'repeated:own_jobs', label: 'Job' },
    own_duty: { kind: 'text', in: 'repeated:own_jobs', label: 'Duty', differs: 'own_job' },
    own_kinds: { kind: 'checkboxes', in: 'section:own_work', label: 'Kinds', options: { A: 'A', B: 'B' } },
    own_other: { kind: 'text', in: 'section:own_work', label: 'Other' },
  },
  order: { 'section:own_work': ['own_other', 'own_any'] },
  asked_if: {
    'repeated:own_jobs': { operator: 'equals', valueKey: 'own_any', target: 'Y' },
    own_other: {
      operator: 'all',
      conditions: [
        { operator: 'not', condition: { operator: 'notAnswered', valueKey: 'own_kinds_B' } },
        { operator: 'count', counted: ['own_kinds_A', 'own_kinds_B'], least: 1 },
        { operator: 'answered', valueKey: 'first_name' },
      ],
    },
  },
}

test('a section comes twice with all that is in it, and its conditions speak of its own answers', () => {
  const { changes, name } = duplicated('own_work', structure, ['section:name', 'section:own_work', 'section:contact'])
  const made = editionContent.pick({ structure: true }).parse(ofValues(changes)).structure ?? {}
  expect(name).toBe('section:own_work_2')
  expect(Object.entries(made.own ?? {}).map(([id, item]) => [id, item.in, item.differs, item.since])).toEqual([
    ['own_work_2', 'page:about', undefined, undefined],
    ['own_any_2', 'section:own_work_2', undefined, undefined],
    ['own_jobs_2', 'section:own_work_2', undefined, undefined],
    ['own_job_2', 'repeated:own_jobs_2', undefined, undefined],
    ['own_duty_2', 'repeated:own_jobs_2', 'own_job_2', undefined],
    ['own_kinds_2', 'section:own_work_2', undefined, undefined],
    ['own_other_2', 'section:own_work_2', undefined, undefined],
  ])
  expect(made.order).toEqual({
    'page:about': ['section:name', 'section:own_work', 'section:own_work_2', 'section:contact'],
    'section:own_work_2': ['own_other_2', 'own_any_2'],
  })
  expect(made.asked_if).toEqual({
    'repeated:own_jobs_2': { operator: 'equals', valueKey: 'own_any_2', target: 'Y' },
    own_other_2: {
      operator: 'all',
      conditions: [
        { operator: 'not', condition: { operator: 'notAnswered', valueKey: 'own_kinds_2_B' } },
        { operator: 'count', counted: ['own_kinds_2_A', 'own_kinds_2_B'], least: 1 },
        { operator: 'answered', valueKey: 'first_name' },
      ],
    },
  })
})

test('what comes twice can be asked', () => {
  const { asked_if: _, ...without } = structure
  const { changes } = duplicated('own_jobs', without, ['own_any', 'repeated:own_jobs'])
  const made = editionContent.pick({ structure: true }).parse(ofValues(changes)).structure ?? {}
  const both = { ...without, own: { ...without.own, ...made.own } }
  expect(structureFaults(admissions, both, needs)).toEqual([])
})
