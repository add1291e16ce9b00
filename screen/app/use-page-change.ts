import { useEffect, useRef } from 'react'
import { pageData } from '../client/index.ts'
import { useLocation, usePageTitle } from '../router/index.ts'

/** Sets the title of each page. After a page change, scrolls to the top and focuses the heading. */
export function usePageChange(): void {
  const { pathname, hash } = useLocation()
  const title = usePageTitle()
  const before = useRef(pathname)

  useEffect(() => {
    const { document_title } = pageData().institution
    document.title = title === undefined ? document_title : `${title} | ${document_title}`
  }, [title])

  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    if (hash !== '') return // goes to a question
    window.scrollTo(0, 0)
    document.querySelector('h1')?.focus({ preventScroll: true })
  }, [pathname, hash])
}
