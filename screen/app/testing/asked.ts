import {
  address,
  choice,
  type Form,
  form,
  is,
  page,
  paragraph,
  text,
  tick,
  tickGroup,
  when,
} from '../../../engine/index.ts'

const citizen = choice('citizen', 'Citizen', [
  ['Y', 'Yes'],
  ['N', 'No'],
] as const)

/** A key that only the end of a schedule writes: with a save a tab learns what other devices have saved. */
export const LAST = 'last'

/** One question of each kind that is merged in its own way. */
export const asked: Form = form('1', [
  page('about', 'About', [
    text('name', 'Name'),
    paragraph('essay', 'Essay'),
    address('Home', [text('street', 'Street'), text('city', 'City')]),
    tickGroup('Crimes', [tick('arson', 'Arson'), tick('dui', 'Driving')], { none: tick('none', 'None') }),
    citizen,
    when(is(citizen, 'N'), [text('country', 'Country')]),
    text(LAST, 'Said by every tab in the end'),
  ]),
])
