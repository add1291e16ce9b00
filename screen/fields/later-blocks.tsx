import { type ComponentType, lazy, Suspense } from 'react'

const fetchTabs = async () => ({ default: (await import('./blocks/tabs-block.tsx')).TabsBlock })
const fetchSchool = async () => ({ default: (await import('./blocks/school-block.tsx')).SchoolBlock })
const fetchConfirmThen = async () => ({ default: (await import('./blocks/confirm-then-block.tsx')).ConfirmThenBlock })

/** Blocks that no first field waits for (decisions 54). */
export const TabsBlock = later(lazy(fetchTabs))
export const SchoolBlock = later(lazy(fetchSchool))
export const ConfirmThenBlock = later(lazy(fetchConfirmThen))

/** Fetches them ahead, when the first page is quiet: an answer may show one of them when the network has gone. */
export async function fetchLaterBlocks(): Promise<void> {
  await Promise.allSettled([fetchTabs(), fetchSchool(), fetchConfirmThen()])
}

function later<Props extends object>(Block: ComponentType<Props>) {
  return (props: Props) => (
    <Suspense fallback={null}>
      <Block {...props} />
    </Suspense>
  )
}
