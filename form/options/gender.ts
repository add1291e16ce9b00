/** Gender as the applicant gives it; nobody has to. */
export const gender = [
  ['F', 'Female'],
  ['M', 'Male'],
  ['X', 'Another gender'],
  ['N', 'I prefer not to say'],
] as const
