import { createContext, type ReactNode, startTransition, useContext, useEffect, useState } from 'react'
import { useHasTakenOver } from './use-has-taken-over.ts'

const PaintedContext = createContext(true)

/** Whether to draw what nobody sees at first, such as the options of a closed list. */
export const useIsPainted = (): boolean => useContext(PaintedContext)

/** Lets its children be painted before they draw what nobody sees at first. What the server has sent is complete. */
export function AfterPaint({ children }: { children: ReactNode }) {
  const [isPainted, setPainted] = useState(!useHasTakenOver())
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
