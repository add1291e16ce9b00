import { type Institution, ownTextsIn } from '../../../api/index.ts'
import { english } from '../../../engine/index.ts'
import type { Languages } from '../../platform/languages/index.ts'

/** What an operator should know: how much of each language that is offered stays English, for want of a translation. */
export function translationWarnings(
  institution: Institution,
  languages: Pick<Languages, 'offered' | 'wordsOf' | 'untranslatedIn'>,
): readonly string[] {
  return languages.offered
    .filter((each) => each !== english.language)
    .flatMap((each) => {
      const { texts } = languages.wordsOf(each)
      const own = ownTexts(institution).filter((text) => !Object.hasOwn(texts, text))
      const ours = languages.untranslatedIn(each)
      return [
        ...(own.length > 0
          ? [
              `In ${each} ${own.length} of your texts in institution.json stay English, for want of an entry in translations: ${listed(own)}.`,
            ]
          : []),
        ...(ours.length > 0
          ? [
              `In ${each} ${ours.length} of our sentences stay English, for want of a translation in languages/${each}: ${listed(ours)}.`,
            ]
          : []),
      ]
    })
}

/** The first ones are enough to find the others. */
const listed = (texts: readonly string[]) =>
  `${texts
    .slice(0, 3)
    .map((each) => `“${each}”`)
    .join(', ')}${texts.length > 3 ? ' and others' : ''}`

/** What applicants read in the institution's own words. Names, addresses and links are the same in every language. */
export function ownTexts(institution: Institution): readonly string[] {
  const { application_title, document_title, office, deadline = '', decision_time = '', alert } = institution
  const { lists: own = {}, more_links = [], office_hours = '', retention_notice = '' } = institution
  const { entry_terms, majors, test_versions, wording = {}, sentences = {}, program_sentences = {} } = institution
  const lists = [entry_terms, majors, ...Object.values(test_versions)]
  const all = [
    ...[
      application_title,
      document_title,
      office,
      deadline,
      decision_time,
      alert?.text ?? '',
      office_hours,
      retention_notice,
    ],
    ...more_links.map(({ title }) => title),
    ...lists.flatMap((list) => list.map(([, label]) => label)),
    ...Object.values(wording).flatMap((words) => Object.values(words)),
    ...Object.values(sentences),
    ...ownTextsIn(institution.structure ?? {}).map(({ text }) => text),
    ...Object.values(own).flatMap(({ labels = {} }) => Object.values(labels)),
    ...Object.values(program_sentences).flatMap((own) => (typeof own === 'string' ? own : (own.other ?? []))),
  ]
  return [...new Set(all)].flatMap((each = '') => (/\p{L}/u.test(each) ? [each] : []))
}
