/** What `lists` may not be, and what is said about it. */
export const wrongLists: readonly (readonly [string, unknown, RegExp])[] = [
  ['a list that there is not', { degreez: { labels: { AA: 'x' } } }, /degreez, which is no list/],
  ['a list of the institution', { majors: { retired: { GEOL: 'Geology' } } }, /majors, which is no list/],
  ['the months of a date', { grad_month: { labels: { 1: 'Jan' } } }, /grad_month, which is no list/],
  ['a label of no option', { degrees: { labels: { PHD: 'x' } } }, /degrees\.labels names PHD, which it does not have/],
  ['an order with no option', { degrees: { order: ['AA', 'PHD'] } }, /degrees\.order names PHD/],
  ['a blank option', { degrees: { labels: { '': 'Choose' } } }, /degree/i],
  ['an unknown option retired', { degrees: { retired: { PHD: 'x' } } }, /degrees\.retired names PHD/],
  ['an order that names a code twice', { degrees: { order: ['AA', 'BA', 'AA'] } }, /names AA more than once/],
  ['an order without codes', { degrees: { order: [] } }, /Order of Degree earned/],
  ['a label without words', { degrees: { labels: { AA: '' } } }, /Degree earned: AA/],
  ['a label that is a number', { degrees: { labels: { AA: 7 } } }, /Degree earned: AA/],
  ['another part', { degrees: { hidden: ['AA'] } }, /hidden/],
  ['retired by position', { degrees: { retired: ['AA'] } }, /Degree earned/],
  ['two options with one label', { degrees: { labels: { AA: 'bachelor of arts ' } } }, /calls both AA and BA/],
  [
    'nothing offered any more',
    { ged_test: { retired: { GED: 'GED', HISET: 'HiSET', TASC: 'TASC' } } },
    /ged_test offers nothing any more/,
  ],
  [
    'an option on which a question depends',
    { degrees: { retired: { OTHER: 'x' } } },
    /OTHER, because “Which degree\?”/,
  ],
  ['a country whose addresses have states', { countries: { retired: { CAN: 'Canada' } } }, /must offer CAN, because/],
  [
    'a state that a ZIP code fills in',
    { states: { retired: { Ohio: 'Ohio' } } },
    /must offer Ohio, because an address/,
  ],
  [
    'half of a yes or no',
    { military_served: { retired: { N: 'No' } } },
    /must offer N, because a question of Yes or No/,
  ],
  ['a setting that there is not', { degrees: { labels: { AA: 'The {motto}' } } }, /motto/],
]
