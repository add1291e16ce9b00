import { useEffect, useEffectEvent } from 'react'

/** Closes an open list when the window loses focus or is resized (requirements 4.select.1 and 4.select.2). */
export function useClosing(open: boolean, close: () => void): void {
  const onClose = useEffectEvent(close)
  useEffect(() => {
    if (!open) return
    const width = window.innerWidth
    const onResize = () => {
      // On a touch screen, the keyboard that opens with the list reduces only the height.
      if (window.innerWidth === width && window.matchMedia('(pointer: coarse)').matches) return
      onClose()
    }
    const onBlur = () => onClose()
    window.addEventListener('blur', onBlur)
    window.addEventListener('resize', onResize)
    return () => {
      window.removeEventListener('blur', onBlur)
      window.removeEventListener('resize', onResize)
    }
  }, [open])
}
