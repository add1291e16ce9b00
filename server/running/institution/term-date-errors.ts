import type { Institution } from '../../../api/index.ts'

/** What is wrong with `term_dates`: a term that is not in the list, or one that closes before it opens. */
export function termDateErrors({
  entry_terms,
  term_dates = {},
}: Pick<Institution, 'entry_terms' | 'term_dates'>): readonly string[] {
  return Object.entries(term_dates).flatMap(([term, { opens, closes }]) => {
    if (!entry_terms.some(([value]) => value === term && value !== ''))
      return [`public.term_dates names ${term}, which is none of entry_terms.`]
    return opens && closes && closes < opens ? [`public.term_dates: the term ${term} closes before it opens.`] : []
  })
}
