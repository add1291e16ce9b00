import { useContext } from 'react'
import type { TextQuestion } from '../../engine/index.ts'
import { LineField } from './line-field.tsx'
import { LookupField } from './lookup/lookup-field.tsx'
import { SearchedContext } from './lookup/searched.ts'

/** One line of text. The name of a school and the first line of an address are searched for, and a ZIP code is looked up. */
export function TextField({ question }: { question: TextQuestion }) {
  const searched = useContext(SearchedContext)
  const { key } = question
  if (searched?.key === key || searched?.related.zip === key)
    return <LookupField question={question} searched={searched} />
  return <LineField question={question} />
}
