/** Marital status. Only having a spouse changes which questions are asked. */
export const maritalStatus = [
  ['', '--'],
  ['SINGLE', 'Single'],
  ['MARRIED', 'Married'],
  ['SEPARATED', 'Separated'],
  ['DIVORCED', 'Divorced'],
  ['WIDOWED', 'Widowed'],
] as const
