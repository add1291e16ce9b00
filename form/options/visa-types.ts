/** By what right someone who is no citizen and no permanent resident is in the country, or will be. */
export const visaTypes = [
  ['', '--'],
  ['F1', 'F-1 student'],
  ['J1', 'J-1 exchange visitor'],
  ['H', 'H worker, or family of one'],
  ['L', 'L transferee, or family of one'],
  ['ASYLUM', 'Refugee or asylee'],
  ['DACA', 'Deferred action (DACA)'],
  ['OTHER', 'Another visa or status'],
  ['NONE', 'None yet'],
] as const
