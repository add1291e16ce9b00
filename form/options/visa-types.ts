/** The status under which someone who is neither a citizen nor a permanent resident is, or will be, in the country. */
export const visaTypes = [
  ['', '--'],
  ['F1', 'F-1 student'],
  ['J1', 'J-1 exchange visitor'],
  ['H', 'H visa (worker or family member)'],
  ['L', 'L visa (transferee or family member)'],
  ['ASYLUM', 'Refugee or asylee'],
  ['DACA', 'Deferred action (DACA)'],
  ['OTHER', 'Another visa or status'],
  ['NONE', 'I don’t have one yet'],
] as const
