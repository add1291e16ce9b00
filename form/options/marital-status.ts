/** Marital status; only a spouse changes what is asked. */
export const maritalStatus = [
  ['', '--'],
  ['SINGLE', 'Single'],
  ['MARRIED', 'Married'],
  ['SEPARATED', 'Separated'],
  ['DIVORCED', 'Divorced'],
  ['WIDOWED', 'Widowed'],
] as const
