/**
 * Whether somebody who is not a citizen may stay for good. A U.S. national is neither a citizen nor a permanent resident
 * and needs no visa (Q82).
 */
export const permanentResident = [
  ['Y', 'Yes'],
  ['N', 'No'],
  ['U', 'No, I’m a U.S. national'],
] as const
