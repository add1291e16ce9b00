import { useRef } from 'react'
import { useLazyCode } from '../../parts/index.ts'
import { LineField } from '../controls/index.ts'
import { useApplicationStore } from '../store/index.ts'
import { lazyLookupFields } from './lazy-lookup-fields.ts'
import { type LookupFieldProps, writeFreely } from './searched.ts'

/** A text field with a search, or the ZIP code field next to it. A plain text field until its code has loaded. */
export function LookupField({ question, searched }: LookupFieldProps) {
  const store = useApplicationStore()
  const input = useRef<HTMLInputElement>(null)
  const { code: fields, onLeft } = useLazyCode(lazyLookupFields, input)
  const isSearched = searched.key === question.key
  const Own = isSearched ? fields?.SearchField : fields?.ZipField
  if (Own) return <Own question={question} searched={searched} />
  const onWrite = isSearched ? (text: string) => writeFreely(store, searched, text) : undefined
  return <LineField question={question} ref={input} onWrite={onWrite} onLeft={onLeft} />
}
