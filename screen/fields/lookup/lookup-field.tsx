import { useRef } from 'react'
import { useLazyCode } from '../../parts/index.ts'
import { LineField } from '../controls/index.ts'
import { lazyLookupFields } from './lazy-lookup-fields.ts'
import { SearchField } from './search-field.tsx'
import type { LookupFieldProps } from './searched.ts'

/** A text field with a search, or the ZIP code field next to it. */
export function LookupField(props: LookupFieldProps) {
  return props.searched.key === props.question.key ? <SearchField {...props} /> : <ZipCode {...props} />
}

/** A plain text field until its code has loaded. */
function ZipCode({ question, searched }: LookupFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const { code: fields, onLeft } = useLazyCode(lazyLookupFields, input)
  if (fields) return <fields.ZipField question={question} searched={searched} />
  return <LineField question={question} ref={input} onLeft={onLeft} />
}
