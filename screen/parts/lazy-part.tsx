import {
  type ComponentType,
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  startTransition,
  useContext,
  useEffect,
  useState,
} from 'react'
import { useIsHydrated } from './hooks.ts'
import { type LazyCode, lazyCode } from './lazy-code.ts'

type LazyPartOptions = {
  /** Shown until it has loaded. */
  meanwhile?: ReactNode
  /** Loaded with `preloadLazyCode`, because it may be needed after the network is gone. */
  preloaded?: boolean
}

/**
 * A component that loads when it is first rendered in the browser. If its code has come before, it is there at once,
 * without showing something else meanwhile. `preload` fetches the code ahead, and rejects if that fails.
 */
export function lazyPart<Props extends object>(
  fetch: () => Promise<ComponentType<Props>>,
  { meanwhile = null, preloaded = false }: LazyPartOptions = {},
) {
  const code = lazyCode(fetch, { preloaded })
  const Late = suspending(code)
  return Object.assign((props: Props) => <Part code={code} late={Late} meanwhile={meanwhile} props={props} />, {
    preload: code.preload,
  })
}

type LoadedProps<Props> = { code: LazyCode<ComponentType<Props>>; late: ComponentType<Props>; props: Props }

function Part<Props extends object>({ meanwhile, ...rest }: LoadedProps<Props> & { meanwhile: ReactNode }) {
  // What the sent page waited for, on the server as in the browser, is part of it.
  const [isSent] = useState(() => rest.code.loaded() !== undefined)
  const isHydrated = useIsHydrated()
  if (isSent) return <Loaded {...rest} />
  if (!isHydrated) return meanwhile
  return (
    <Suspense fallback={meanwhile}>
      <Loaded {...rest} />
    </Suspense>
  )
}

/** The same component as long as it is on the page: another one would lose its state. */
function Loaded<Props extends object>({ code, late, props }: LoadedProps<Props>) {
  const [{ Part }] = useState(() => ({ Part: code.loaded() ?? late }))
  return <Part {...props} />
}

/** The same, inside a `Suspense` that shows something meanwhile. */
export function suspendingPart<Props extends object>(
  fetch: () => Promise<ComponentType<Props>>,
  preloaded: boolean,
): ComponentType<Props> {
  return suspending(lazyCode(fetch, { preloaded }))
}

const suspending = <Props extends object>({ load }: LazyCode<ComponentType<Props>>) =>
  lazy(async () => ({ default: await load() }))

const PaintedContext = createContext(true)

/** Whether to draw what nobody sees at first, such as the options of a closed list. */
export const useIsPainted = (): boolean => useContext(PaintedContext)

/** Lets its children be painted before they draw what nobody sees at first. What the server has sent is complete. */
export function AfterPaint({ children }: { children: ReactNode }) {
  const [isPainted, setPainted] = useState(!useIsHydrated())
  useEffect(() => afterPaint(() => startTransition(() => setPainted(true))), [])
  return <PaintedContext value={isPainted}>{children}</PaintedContext>
}

/** Does something once the screen shows what was drawn before, however long that takes. Returns how to cancel it. */
function afterPaint(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(act) // the paint follows this frame's callbacks
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
