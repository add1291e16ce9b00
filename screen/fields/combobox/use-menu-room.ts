import { type RefObject, useLayoutEffect, useState } from 'react'

const MOST = 300 // 9.searchable.1
const LEAST = 140 // 9.searchable.1
const GAP = 8 // between the list and the edge of the visible area

export type MenuRoom = { readonly above: boolean; readonly height: number }

/**
 * Where a list opens and its maximum height in px. It opens below the box, or above if only that side has room. Space
 * behind an on-screen keyboard does not count.
 */
export function useMenuRoom(box: RefObject<HTMLElement | null>, open: boolean): MenuRoom {
  const [room, setRoom] = useState<MenuRoom>({ above: false, height: MOST })
  useLayoutEffect(() => {
    if (!open || box.current === null) return
    const element = box.current
    const measure = () => {
      const { top, bottom } = element.getBoundingClientRect()
      const seenFrom = window.visualViewport?.offsetTop ?? 0
      const seenTo = seenFrom + (window.visualViewport?.height ?? window.innerHeight)
      setRoom(roomBetween(top - seenFrom - GAP, seenTo - bottom - GAP))
    }
    measure()
    window.visualViewport?.addEventListener('resize', measure)
    return () => window.visualViewport?.removeEventListener('resize', measure)
  }, [box, open])
  return room
}

/** Places a list, given the space above and below its box, in px. */
export function roomBetween(above: number, below: number): MenuRoom {
  const isAbove = below < LEAST && above > below
  return { above: isAbove, height: Math.max(LEAST, Math.min(MOST, isAbove ? above : below)) }
}
