import { choice, is, section, text, when, withPrefix } from '../../engine/index.ts'
import { pastMonth } from '../blocks/month-and-year.ts'
import { stateAndProvince } from '../options/state-and-province.ts'
import { yesNo } from '../options/yes-no.ts'

const served = choice('military_served', 'Have you served in the armed forces of the United States?', yesNo, {
  as: 'radio',
  help: 'Also if you serve now, or in the National Guard or a reserve.',
})
const activeDuty = choice('military_active_duty', 'Are you on active duty now?', yesNo, { as: 'radio' })
const start = withPrefix('military_start_', { ...pastMonth, label: 'Service began' })
const end = withPrefix('military_end_', { ...pastMonth, label: 'Service ended' })
const city = text('military_city', 'City of your last or present station')
const state = choice('military_state', 'State of that station', stateAndProvince, {
  help: 'For a post abroad, choose Armed Forces.',
})

export const military = section(
  'military',
  'Military Service',
  [served, when(is(served, 'Y'), [start, activeDuty, when(is(activeDuty, 'N'), [end]), city, state])],
  { note: 'Service may earn you credit, aid and in-state tuition.' },
)
