import { useRef } from 'react'
import { useOnceLoaded } from '../../parts/index.ts'
import { LineField } from '../controls/index.ts'
import { useApplicationStore } from '../store/index.ts'
import { lookupFields } from './fetch-lookup-fields.ts'
import { type LookupFieldProps, writeFreely } from './searched.ts'

/** A text field with a search, or the ZIP code field next to it. A plain text field until its code has loaded. */
export function LookupField({ question, searched }: LookupFieldProps) {
  const store = useApplicationStore()
  const input = useRef<HTMLInputElement>(null)
  const { Part: fields, onLeft } = useOnceLoaded(lookupFields, input)
  const isSearched = searched.key === question.key
  const Own = isSearched ? fields?.SearchField : fields?.ZipField
  if (Own) return <Own question={question} searched={searched} />
  const onWrite = isSearched ? (text: string) => writeFreely(store, searched, text) : undefined
  return <LineField question={question} ref={input} onWrite={onWrite} onLeft={onLeft} />
}
