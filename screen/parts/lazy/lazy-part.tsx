import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { lazyCode } from './lazy-code.ts'

type LazyPartOptions = {
  /** Shown until it has loaded. */
  meanwhile?: ReactNode
  /** Loaded with `preloadLazyCode`, because it may be needed after the network is gone. */
  preloaded?: boolean
}

/** A component that loads when it is first rendered. */
export function lazyPart<Props extends object>(
  fetch: () => Promise<ComponentType<Props>>,
  { meanwhile = null, preloaded = false }: LazyPartOptions = {},
) {
  const Part = suspendingPart(fetch, preloaded)
  return (props: Props) => (
    <Suspense fallback={meanwhile}>
      <Part {...props} />
    </Suspense>
  )
}

/** The same, inside a `Suspense` that shows something meanwhile. */
export function suspendingPart<Props extends object>(
  fetch: () => Promise<ComponentType<Props>>,
  preloaded: boolean,
): ComponentType<Props> {
  const { load } = lazyCode(fetch, { preloaded })
  return lazy(async () => ({ default: await load() }))
}
