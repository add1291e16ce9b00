import { type EditionContent, type Finding, type Institution, namesIn, placeOf, valuesIn } from '../../../api/index.ts'
import { foldedSentence, sentencesOf } from '../../../engine/index.ts'
import { definitionOf } from '../../running/institution/index.ts'
import { editablesOf, nameOf } from './editables.ts'

type Facts = Readonly<Record<string, string>>

/**
 * The names that the sample has of its own, each with the entry of institution.json from which it is: who has the same
 * there is meant by it.
 */
export const sampleNames: readonly { readonly name: string; readonly place: string; readonly is: string }[] = [
  { name: 'Bridger', place: '/partner_name', is: 'Bridger State University' },
  { name: 'Montana', place: '/address/state', is: 'Montana' },
  { name: 'Bozeman', place: '/address/city', is: 'Bozeman' },
  { name: 'Gallatin', place: '/address/city', is: 'Bozeman' },
]

/** What stays in institution.json, as the sample has it. */
export const sampleEntries: Facts = { time_zone: 'America/Denver', school_code: '009901' }

const SAMPLE = 'Bridger State University'

/** Whether this is the sample itself, of which nothing is left over. */
export const isSample = ({ partner_name }: Pick<EditionContent, 'partner_name'>): boolean => partner_name === SAMPLE

/** Everything that an institution still says as the sample does: its questions, its other words, and its settings. */
export function sampleLeft(content: EditionContent, institution: Institution): readonly Finding[] {
  if (isSample(content)) return []
  const values = valuesIn(content)
  const left = sampleNames.filter(({ place, is }) => values[place] !== is).map(({ name }) => name)
  const inText = (text: string) => left.filter((name) => text.toLowerCase().includes(name.toLowerCase()))
  const told = (place: string, text: string, before: string): readonly Finding[] => {
    const names = inText(text)
    return names.length === 0
      ? []
      : [{ grade: 'told', place, says: `${before}: “${text}” says ${names.join(' and ')}.` }]
  }
  // What the office asks no more says nothing to anybody.
  const said = new Set([...sentencesOf(definitionOf(content))].map(foldedSentence))
  const sentences = editablesOf({ content, institution }).filter(({ place }) => {
    const [first, sentence = ''] = namesIn(place)
    return first === 'sentences' && said.has(sentence)
  })
  return [
    ...sentences.flatMap(({ place, product, published }) =>
      told(place, String(published ?? product ?? ''), 'A question of the sample'),
    ),
    ...Object.entries(values).flatMap(([place, value]) => {
      // Words were looked at as they are said; a translation of what is not said any more is shown to nobody.
      const [first = '', part] = namesIn(place)
      if (first === 'sentences' || first === 'translations') return []
      if (first !== 'structure') return told(place, inWords(value), nameOf(place))
      // Orders and conditions have keys, which are no words.
      return part === 'own' && typeof value === 'string' ? told(place, value, 'A question of yours') : []
    }),
    ...inFile(institution).flatMap(([name, text]) =>
      told(placeOf(...name.split('.')), text, `Only the operator can change ${name} of institution.json`),
    ),
    ...Object.entries(sampleEntries).flatMap(([name, is]): readonly Finding[] => {
      const has = { time_zone: institution.time_zone, school_code: institution.school_code }[name]
      const says = `${name} of institution.json is ${is}, as in the sample. If that is not yours, the operator changes it.`
      return has === is ? [{ grade: 'told', place: placeOf(name), says }] : []
    }),
  ]
}

const inWords = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const inFile = ({ mail, staff, email_domains = [] }: Institution): readonly (readonly [string, string])[] => [
  ['mail.from', mail.from],
  ['mail.reply_to', mail.reply_to],
  ['email_domains', email_domains.join(', ')],
  ['staff.alerts_to', staff?.alerts_to?.join(', ') ?? ''],
]
