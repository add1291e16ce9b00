/** Gender as the applicant states it; optional. */
export const gender = [
  ['F', 'Female'],
  ['M', 'Male'],
  ['X', 'Another gender'],
  ['N', 'Prefer not to say'],
] as const
