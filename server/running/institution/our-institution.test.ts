import { expect, test } from 'vitest'
import { proves } from '../../../testing/proves.ts'
import { readSettings } from '../../platform/settings/index.ts'
import { readInstitution } from './index.ts'

const ours = readInstitution(readSettings({}))

test('our institution has the required limits, pages and student type', () => {
  expect(ours.character_limit, proves('1.institution.8')).toBe(7000)
  expect(ours.intended_student_type, proves('1.institution.10')).toBe('Freshman')
  expect(ours.pdf_pages, proves('1.institution.9')).toEqual(['about', 'education', 'final-steps'])
})
