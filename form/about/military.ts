import { choice, is, section, text, when, withPrefix } from '../../engine/index.ts'
import { pastMonth } from '../blocks/month-and-year.ts'
import { stateAndProvince } from '../options/state-and-province.ts'
import { yesNo } from '../options/yes-no.ts'

const served = choice('military_served', 'Have you served in the armed forces of the United States?', yesNo, {
  as: 'radio',
  help: 'Answer Yes if you serve now, or served in the National Guard or Reserves.',
})
const activeDuty = choice('military_active_duty', 'Are you on active duty now?', yesNo, { as: 'radio' })
const start = withPrefix('military_start_', { ...pastMonth, label: 'Service began' })
const end = withPrefix('military_end_', { ...pastMonth, label: 'Service ended' })
const city = text('military_city', 'City of your current or last duty station')
const state = choice('military_state', 'State of that duty station', stateAndProvince, {
  help: 'If overseas, choose Armed Forces.',
})

export const military = section(
  'military',
  'Military Service',
  [served, when(is(served, 'Y'), [start, activeDuty, when(is(activeDuty, 'N'), [end]), city, state])],
  { note: 'Your service may count toward credit, aid and in-state tuition.' },
)
