import { createContext, type ReactNode, startTransition, useContext, useEffect, useState } from 'react'
import { useHasTakenOver } from './use-has-taken-over.ts'

/** Milliseconds in which a slow phone paints a page. */
const PAINT = 100

const PaintedContext = createContext(true)

/** Whether to draw what nobody sees at first, such as the options of a closed list. */
export const useIsPainted = (): boolean => useContext(PaintedContext)

/** Lets its children be painted before they draw what nobody sees at first. What the server has sent is complete. */
export function AfterPaint({ children }: { children: ReactNode }) {
  const [isPainted, setPainted] = useState(!useHasTakenOver())
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setPainted(true)), PAINT)
    return () => clearTimeout(timer)
  }, [])
  return <PaintedContext value={isPainted}>{children}</PaintedContext>
}
