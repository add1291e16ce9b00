import { useContext } from 'react'
import type { TextQuestion } from '../../../engine/index.ts'
import { LineField } from '../controls/index.ts'
import { LookupField, SearchedContext } from '../lookup/index.ts'

/**
 * A field for one line of text. School names and the first line of an address get a search, and ZIP codes get a lookup.
 */
export function TextField({ question }: { question: TextQuestion }) {
  const searched = useContext(SearchedContext)
  const { key } = question
  if (searched?.key === key || searched?.related.zip === key)
    return <LookupField question={question} searched={searched} />
  return <LineField question={question} />
}
