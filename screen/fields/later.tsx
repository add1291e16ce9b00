import { type ComponentType, lazy, Suspense } from 'react'

/** A component that no first field waits for (decisions 54): it is drawn as soon as it has been fetched. */
export function later<Props extends object>(fetch: () => Promise<{ default: ComponentType<Props> }>) {
  const Fetched: ComponentType<Props> = lazy(fetch)
  return (props: Props) => (
    <Suspense fallback={null}>
      <Fetched {...props} />
    </Suspense>
  )
}
