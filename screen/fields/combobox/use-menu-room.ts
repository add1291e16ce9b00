import { type RefObject, useLayoutEffect, useState } from 'react'

const MOST = 300 // 9.searchable.1
const LEAST = 140 // 9.searchable.1
const GAP = 8 // between the list and the edge of what is seen

export type MenuRoom = { readonly above: boolean; readonly height: number }

/** Where the list of a box opens, and its greatest height in px: below, unless only above has room; what a keyboard on the screen covers is no room. */
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

/** The place of a list with so much room above its box and below it, in px. */
export function roomBetween(above: number, below: number): MenuRoom {
  const isAbove = below < LEAST && above > below
  return { above: isAbove, height: Math.max(LEAST, Math.min(MOST, isAbove ? above : below)) }
}
