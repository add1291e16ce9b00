import { section } from '../../engine/index.ts'
import { internationalTests } from './international-tests.ts'
import { act, sat } from './sat-and-act.ts'

export const tests = section('tests', 'Tests', [...sat, ...act, internationalTests], {
  note: 'You don’t need a test to apply. Scores can help with placement and scholarships.',
})
