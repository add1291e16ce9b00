import { expect, test } from 'vitest'
import { readSettings } from '../../platform/settings/index.ts'
import { readInstitution } from './index.ts'

const ours = readInstitution(readSettings({}))

test('[1.institution.8] [1.institution.9] our institution has the required limits and pages', () => {
  expect(ours.character_limit).toBe(7000)
  expect(ours.pdf_pages).toEqual(['about', 'education', 'final-steps'])
})
