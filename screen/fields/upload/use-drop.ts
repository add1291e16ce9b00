import { type DragEvent, useEffect, useState } from 'react'

/**
 * Makes an element a drop target for files: returns the handlers for it, and whether a file is held over it. A file
 * dropped elsewhere must not make the browser leave the page.
 */
export function useDrop(onFiles: (files: readonly File[]) => void) {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const kinds = ['dragover', 'drop'] as const
    for (const kind of kinds) window.addEventListener(kind, stay)
    return () => {
      for (const kind of kinds) window.removeEventListener(kind, stay)
    }
  }, [])
  const target = {
    onDragOver: ({ dataTransfer }: DragEvent) => setOver(dataTransfer.types.includes('Files')),
    onDragLeave({ currentTarget, relatedTarget }: DragEvent) {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
    },
    onDrop({ dataTransfer: { files } }: DragEvent) {
      setOver(false)
      if (files.length > 0) onFiles([...files])
    },
  }
  return { isOver, target }
}

function stay(event: globalThis.DragEvent) {
  if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
}
