/** Officer training (ROTC) on campus. */
export const rotc = [
  ['ARMY', 'Yes, Army'],
  ['AIR', 'Yes, Air Force'],
  ['N', 'No'],
] as const
