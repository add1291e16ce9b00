import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { fetchPart } from './fetch-part.ts'

/** A component that loads when it is first rendered; `meanwhile` is shown until it has loaded. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>, meanwhile: ReactNode = null) {
  const Fetched: ComponentType<Props> = lazy(async () => ({ default: await fetchPart(load) }))
  return (props: Props) => (
    <Suspense fallback={meanwhile}>
      <Fetched {...props} />
    </Suspense>
  )
}
