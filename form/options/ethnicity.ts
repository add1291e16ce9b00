/** Whether someone is Hispanic or Latino; optional. */
export const ethnicity = [
  ['Y', 'Yes'],
  ['N', 'No'],
  ['P', 'Prefer not to say'],
] as const
