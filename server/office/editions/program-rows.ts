import { type ChangedValue, type Editable, placeOf } from '../../../api/index.ts'
import { ownSentences } from '../../platform/languages/index.ts'

/**
 * What pages, mails and PDF say besides the form, by where it stands. What is counted has a row for one and a row for any
 * other number; both are named by the sentence for many.
 */
export function programRows(
  published: (place: string) => ChangedValue | null,
  hasOwnMails: boolean,
): readonly Editable[] {
  // What none of its mails says needs no words.
  const said = ownSentences().filter(({ place = '' }) => !(hasOwnMails && /^Mails?: /.test(place)))
  const rows = said.flatMap(({ text, plural, place: group = '' }): readonly Editable[] => {
    const about = (sentence: string, place: string) => ({
      place,
      group,
      name: sentence,
      kind: sentence.length > LONG ? ('paragraph' as const) : ('line' as const),
      published: published(place),
      product: sentence,
    })
    if (plural === undefined) return [{ ...about(text, placeOf('program_sentences', text)), english: text }]
    const at = (count: 'one' | 'other') => placeOf('program_sentences', plural, count)
    return [
      { ...about(text, at('one')), english: plural, count: 'one' },
      { ...about(plural, at('other')), english: plural, count: 'other' },
    ]
  })
  // Its own pages first, then what stands on many of them.
  return rows.toSorted((one, other) => rankOf(one.group) - rankOf(other.group))
}

const LONG = 60 // letters, on one line of a field

const RANKS = [
  'Before you start',
  'Page: ',
  'Page after submitting',
  'Mail: ',
  'Mails: ',
  'Form pages',
  '',
  'Every page',
  'Errors',
]

/** The last name that a group begins with; '' is for any other. */
function rankOf(group: string): number {
  const found = RANKS.findLastIndex((each) => each !== '' && group.startsWith(each))
  return found === -1 ? RANKS.indexOf('') : found
}
