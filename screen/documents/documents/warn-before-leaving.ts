import type { Uploads } from './create-uploads.ts'

/** Has the browser ask before the page is closed while a file is only here. The server converts without the page. */
export function warnBeforeLeaving(uploads: Pick<Uploads, 'isUnsent' | 'subscribe'>): void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault()
  uploads.subscribe(() => {
    // Pages with such a listener may not be restored from the browser's memory, so it is there only while needed.
    if (uploads.isUnsent()) window.addEventListener('beforeunload', ask)
    else window.removeEventListener('beforeunload', ask)
  })
}
