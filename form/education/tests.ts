import { section } from '../../engine/index.ts'
import { internationalTests } from './international-tests.ts'
import { act, sat } from './sat-and-act.ts'

export const tests = section('tests', 'Tests', [...sat, ...act, internationalTests], {
  note: 'No test is required. Scores that you have may help with placement and scholarships.',
})
