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

/** A key that is only written at the end of a schedule: by saving, a tab learns what other devices have saved. */
export const LAST = 'last'

const questions = [
  text('name', 'Name'),
  paragraph('essay', 'Essay'),
  address('Home', [text('street', 'Street'), text('city', 'City')]),
  tickGroup('Crimes', [tick('arson', 'Arson'), tick('dui', 'Driving')], { none: tick('none', 'None') }),
  citizen,
  when(is(citizen, 'N'), [text('country', 'Country')]),
  text(LAST, 'Written by every tab at the end'),
] as const

/** A form with one question for each way of merging answers. */
export const scheduleForm: Form = form('1', [page('about', 'About', questions)])

export const levels = [
  ['AA', 'Associate'],
  ['BA', 'Bachelor'],
  ['MA', 'Master'],
] as const
export const STATEMENT = 'I certify this.'

/** The same with what its office changes: a list, and a statement that is signed. */
export const officeForm: Form = form('1', [
  page('about', 'About', [
    ...questions,
    choice('level', 'Level', levels),
    tickGroup('Certification', [tick('certify', STATEMENT)], { signature: true }),
  ]),
])
