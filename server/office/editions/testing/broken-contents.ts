import example from '../../../../institution.json' with { type: 'json' }
import { nameOf } from '../editables.ts'
import { wrongLists } from './wrong-lists.ts'

const open = { ...example.public }

const texts = [
  'partner_name',
  'partner_short_name',
  'application_title',
  'document_title',
  'office',
  'phone',
  'help_email',
] as const
const lists = ['entry_terms', 'majors'] as const
const named = (list: string) => new RegExp(nameOf(`/${list}`))
const links = Object.keys(example.public.links)
/** Contents that are no edition, with what the check says of each. */
export const brokenContents: readonly (readonly [string, unknown, RegExp])[] = [
  ...texts.map((name) => [`${name} missing`, { ...open, [name]: undefined }, new RegExp(nameOf(`/${name}`))] as const),
  ...texts.map((name) => [`${name} empty`, { ...open, [name]: '' }, new RegExp(nameOf(`/${name}`))] as const),
  ...texts.map((name) => [`${name} a number`, { ...open, [name]: 7 }, new RegExp(nameOf(`/${name}`))] as const),
  ...links.map(
    (name) =>
      [
        `link ${name} missing`,
        { ...open, links: { ...open.links, [name]: undefined } },
        new RegExp(nameOf(`/links/${name}`)),
      ] as const,
  ),
  ...links.map(
    (name) =>
      [
        `link ${name} a script`,
        { ...open, links: { ...open.links, [name]: 'javascript:alert(1)' } },
        new RegExp(nameOf(`/links/${name}`)),
      ] as const,
  ),
  ...Object.keys(example.public.address).map(
    (name) =>
      [
        `address without ${name}`,
        { ...open, address: { ...open.address, [name]: undefined } },
        new RegExp(nameOf(`/address/${name}`)),
      ] as const,
  ),
  ...lists.map((name) => [`${name} empty`, { ...open, [name]: [] }, named(name)] as const),
  ...lists.map((name) => [`${name} of texts`, { ...open, [name]: ['A', 'B'] }, named(name)] as const),
  ...lists.map(
    (name) =>
      [
        `${name} with one code twice`,
        {
          ...open,
          [name]: [
            ['A', 'One'],
            ['A', 'Two'],
          ],
        },
        /twice/,
      ] as const,
  ),
  ...lists.map((name) => [`${name} without a label`, { ...open, [name]: [['A', '']] }, named(name)] as const),
  ...wrongLists.map(([what, given, says]) => [`lists: ${what}`, { ...open, lists: given }, says] as const),
  ['an unknown link', { ...open, links: { ...open.links, other: 'https://x.example' } }, /other/],
  ['no tests', { ...open, test_versions: { TOEFL: [['', '--']] } }, /IELTS/],
  ['grace that is endless', { ...open, grace_hours: 100_000 }, /grace/],
  ['a day that there is not', { ...open, term_dates: { 202730: { closes: '2027-02-30' } } }, /202730/],
  ['dates of no term', { ...open, term_dates: { 209999: { closes: '2027-02-20' } } }, /209999/],
  ['words of no question', { ...open, wording: { nobody: { label: 'x' } } }, /nobody/],
  ['words that a question does not have', { ...open, wording: { first_name: { title: 'x' } } }, /title/],
  ['a sentence that is not said', { ...open, sentences: { 'Nobody says this': 'x' } }, /Nobody says this/],
  ['a setting that there is not', { ...open, sentences: { 'First Name': 'The {motto}' } }, /motto/],
  ['an announcement without an end', { ...open, alert: { text: 'x', start: '2027-01-01T08:00:00Z' } }, /Announcement/],
]
