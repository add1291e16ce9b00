/** The relationship of a parent or guardian to the applicant. */
export const relationships = [
  ['', '--'],
  ['MOTHER', 'Mother'],
  ['FATHER', 'Father'],
  ['STEP', 'Stepparent'],
  ['GRAND', 'Grandparent'],
  ['FOSTER', 'Foster parent'],
  ['GUARDIAN', 'Legal guardian'],
  ['OTHER', 'Other'],
] as const
