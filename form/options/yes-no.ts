/** Yes or no, stored as Y and N. */
export const yesNo = [
  ['Y', 'Yes'],
  ['N', 'No'],
] as const
