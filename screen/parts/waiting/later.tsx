import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { fetchPart } from './fetch-part.ts'

/** A component that is fetched when it is first drawn; until it is here, `meanwhile` stands in its place. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>, meanwhile: ReactNode = null) {
  const Fetched: ComponentType<Props> = lazy(async () => ({ default: await fetchPart(load) }))
  return (props: Props) => (
    <Suspense fallback={meanwhile}>
      <Fetched {...props} />
    </Suspense>
  )
}
