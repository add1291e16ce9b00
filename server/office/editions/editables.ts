import {
  type ChangedValue,
  type Editable,
  type EditionDifference,
  editionContent,
  isSame,
  LINKS,
  namesIn,
  ofValues,
  optionLists,
  ownTextsIn,
  placeOf,
  publicInstitution,
  valuesIn,
} from '../../../api/index.ts'
import {
  type Form,
  fillPlaceholders,
  foldedSentence,
  type Item,
  type Structure,
  sentencesOf,
} from '../../../engine/index.ts'
import { admissions } from '../../../form/index.ts'
import type { Edition } from '../../running/institution/index.ts'
import { isSaidOfNew, isStamp, structureInWords } from './asking-findings.ts'
import { listEditablesIn, nameOfList, productLabel } from './form-lists.ts'

type Kind = Editable['kind']

/** What an office edits besides lists and words, in the order in which the desk shows it. */
const facts: Readonly<Record<string, readonly (readonly [place: string, name: string, kind: Kind])[]>> = {
  'Names and contact': [
    ['/partner_name', 'Name of the university', 'line'],
    ['/partner_short_name', 'Short name', 'line'],
    ['/application_title', 'Title of the application', 'line'],
    ['/document_title', 'Title of the browser tab', 'line'],
    ['/office', 'Name of the office', 'line'],
    ['/address/line_1', 'Street address', 'line'],
    ['/address/city', 'City', 'line'],
    ['/address/state', 'State', 'line'],
    ['/address/zip', 'ZIP code', 'line'],
    ['/office_hours', 'Office hours', 'line'],
    ['/phone', 'Phone', 'line'],
    ['/phone_toll_free', 'Toll-free phone', 'line'],
    ['/fax', 'Fax', 'line'],
    ['/help_email', 'Email for questions', 'email'],
    ['/pdf_name', 'File name of the PDF', 'line'],
  ],
  Look: [
    ['/face/color', 'Color', 'color'],
    ['/face/logo', 'Logo', 'picture'],
    ['/face/logo_dark', 'Logo for dark pages', 'picture'],
    ['/face/icon', 'Icon', 'picture'],
    ['/face/picture', 'Picture above the footer', 'picture'],
  ],
  'Dates and announcement': [
    ['/deadline', 'Deadline, in whole sentences', 'paragraph'],
    ['/decision_time', 'How long a decision takes', 'line'],
    ['/grace_hours', 'Hours of grace after a term closes', 'number'],
    ['/alert', 'Announcement', 'announcement'],
  ],
  Privacy: [['/retention_notice', 'How long you keep what applicants give you, in whole sentences', 'paragraph']],
  Links: [
    ['/links/international', 'International students', 'link'],
    ['/links/registration', 'Registration', 'link'],
    ['/links/aid', 'Financial aid', 'link'],
    ['/links/fafsa', 'FAFSA', 'link'],
    ['/links/freshman', 'First-year applicants', 'link'],
    ['/links/transfer', 'Transfer applicants', 'link'],
    ['/links/disability_services', 'Disability services', 'link'],
    ['/links/campus_tour', 'Campus tours', 'link'],
    ['/links/fees', 'Fees', 'link'],
    ['/links/fee_waiver', 'Fee waiver', 'link'],
  ],
}

/** The lists of an institution, with the group in which the desk shows them. */
const lists: Readonly<Record<(typeof optionLists)[number], string>> = {
  '/entry_terms': 'Terms',
  '/majors': 'Majors',
  '/test_versions/TOEFL': 'Versions of the TOEFL',
  '/test_versions/IELTS': 'Versions of the IELTS',
}

/** Everything that an office can edit, with what is published. */
export function editablesOf({ content, institution }: Pick<Edition, 'content' | 'institution'>): readonly Editable[] {
  const values = valuesIn(content)
  const published = (place: string): ChangedValue | null => values[place] ?? null
  const fixed = Object.entries(facts).flatMap(([group, entries]) =>
    entries.map(([place, name, kind]) => ({ place, group, name, kind, published: published(place), product: null })),
  )
  const options = Object.entries(lists).map(([place, group]) => ({
    place,
    group,
    name: group,
    kind: 'options' as const,
    published: published(place),
    product: null,
  }))
  const ofOptions = Object.entries(values).flatMap(([place, value]) => {
    const list = optionLists.find((each) => place.startsWith(`${each}/`))
    return list === undefined
      ? []
      : [
          {
            place,
            group: lists[list],
            name: namesIn(place).at(-1) ?? '',
            kind: 'line' as const,
            published: value,
            product: null,
          },
        ]
  })
  const ofTerms = content.entry_terms
    .filter(([code]) => code !== '')
    .flatMap(([code, label]) =>
      (['opens', 'closes'] as const).map((end) => {
        const place = placeOf('term_dates', code, end)
        return {
          place,
          group: 'Terms',
          name: `${label} ${end}`,
          kind: 'day' as const,
          published: published(place),
          product: null,
        }
      }),
    )
  const filled = (words: string) => fillPlaceholders(words, publicInstitution(institution))
  const words = partsOf(admissions).flatMap(({ sentences, where, item }): readonly Editable[] => [
    ...sentences.map((sentence) => {
      const place = placeOf('sentences', sentence)
      const kind: Kind = sentence.length > 60 ? 'paragraph' : 'line'
      return { place, group: filled(where), name: sentence, kind, published: published(place), product: sentence }
    }),
    ...listEditablesIn(item, published).map((row) => ({ ...row, group: filled(row.group), name: filled(row.name) })),
  ])
  const ofOwn = ownTextsIn(content.structure ?? {}).map(({ at: [id = '', ...field], text }): Editable => {
    const place = placeOf('structure', 'own', id, ...field)
    const kind: Kind = text.length > 60 ? 'paragraph' : 'line'
    const name = content.structure?.own?.[id]?.label ?? id
    return {
      place,
      group: OWN_QUESTIONS,
      name,
      kind,
      published: published(place),
      product: null,
    }
  })
  // Words that were set for one question or section alone, and what recipients are called.
  const known = new Set([...fixed, ...options, ...ofOptions, ...ofTerms, ...words, ...ofOwn].map(({ place }) => place))
  const others = Object.entries(values).flatMap(([place, value]) =>
    known.has(place) || place.startsWith('/structure/')
      ? []
      : [{ place, group: OTHERS, name: nameOf(place), kind: 'line' as const, published: value, product: null }],
  )
  return [...fixed, ...options, ...ofOptions, ...ofTerms, ...words, ...ofOwn, ...others]
}

const OTHERS = 'Other entries'
const OWN_QUESTIONS = 'Your own questions'

type Part = { readonly item: Item; readonly where: string; readonly sentences: readonly string[] }

/** Every section of the form, with each sentence once, where it stands first. Those of numbered entries are one. */
function partsOf(form: Form): readonly Part[] {
  const seen = new Set<string>()
  return form.pages.flatMap((page) =>
    page.items.map((item) => ({
      item,
      where: `${page.title}: ${titleOf(item) ?? page.title}`,
      sentences: [...sentencesOf(item)]
        .map(foldedSentence)
        .filter((sentence) => !seen.has(sentence) && seen.add(sentence)),
    })),
  )
}

const titleOf = (item: Item): string | undefined =>
  'title' in item && typeof item.title === 'string' ? item.title : 'label' in item ? String(item.label) : undefined

/** What somebody of the office calls a place. */
export function nameOf(place: string): string {
  const [first = '', ...rest] = namesIn(place)
  for (const entries of Object.values(facts)) for (const [known, name] of entries) if (known === place) return name
  for (const [list, name] of Object.entries(lists)) {
    if (place === list) return name
    if (place.startsWith(`${list}/`)) return `${name}: ${namesIn(place).at(-1)}`
  }
  if (first === 'alert') return 'Announcement'
  if (first === 'lists') return nameOfList([first, ...rest])
  if (first === 'sentences' || first === 'program_sentences') return `Words “${rest.join(' ')}”`
  if (first === 'term_dates') return `Term ${rest[0]} ${rest[1]}`
  if (first === 'wording') return `Words of ${rest[0]} (${rest[1]})`
  if (first === 'translations') return `In ${rest[0]}: “${rest[1]}”`
  if (first === 'more_links') return rest.length === 0 ? 'Links of your own' : `Own link ${rest[0]}: ${rest[1]}`
  return first === 'recipients' ? `What ${rest[0]} is called` : place
}

/** What differs, in words. An order of options follows from which there are, so it is named only by itself. */
export function differencesIn(
  before: Readonly<Record<string, ChangedValue>>,
  after: Readonly<Record<string, ChangedValue>>,
): readonly EditionDifference[] {
  const places = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  // Of what is new its words are its name, and where it stands follows from that.
  const isNew = (place: string) => {
    const kind = placeOf('structure', 'own', namesIn(place)[2] ?? '', 'kind')
    return before[kind] === undefined || after[kind] === undefined
  }
  const differ = places.filter(
    (place) => !isStamp(place) && !isSame(before[place], after[place]) && !(isSaidOfNew(place) && isNew(place)),
  )
  const [structureWas, structureIs] = [structureOf(before), structureOf(after)]
  const isFollowed = (place: string) => differ.some((each) => each.startsWith(`${place}/`))
  return differ
    .filter((place) => !(isList(place) && isFollowed(place)))
    .map((place) => {
      const [first, ...rest] = namesIn(place)
      if (first === 'structure') {
        const [was, is] = [structureInWords(rest, structureWas), structureInWords(rest, structureIs)]
        const { name } = after[place] === undefined ? was : is
        return { place, name, was: was.value(before[place]), is: is.value(after[place]) }
      }
      return {
        place,
        name: isList(place) ? `Order of ${nameOf(place)}` : nameOf(place),
        was: inWords(before[place] ?? productLabel(place)),
        is: inWords(after[place] ?? productLabel(place)),
      }
    })
}

/** What of these values says what is asked. */
function structureOf(values: Readonly<Record<string, ChangedValue>>): Structure {
  const own = Object.entries(values).filter(([place]) => place.startsWith('/structure/'))
  return asking.catch({}).parse(ofValues(Object.fromEntries(own))).structure ?? {}
}

const asking = editionContent.pick({ structure: true })

const isList = (place: string) => place === LINKS || optionLists.some((list) => list === place)

function inWords(value: ChangedValue | undefined): string {
  if (value === undefined) return ''
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'object' && 'text' in value ? `${value.text} (${value.start} to ${value.end})` : String(value)
}
