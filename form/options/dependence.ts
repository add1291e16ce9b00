/** Whether somebody's residence is that of their parents or guardians. */
export const dependence = [
  ['U', 'I’m under 18'],
  ['Y', 'I’m 18 or older, and someone claims me'],
  ['N', 'Neither'],
] as const
