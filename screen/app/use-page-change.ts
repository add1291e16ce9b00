import { useEffect, useRef } from 'react'
import { useLocation, useMatches } from 'react-router'
import { pageData } from '../client/index.ts'

/** Sets the title of each page. After a page change, scrolls to the top and focuses the heading. */
export function usePageChange(): void {
  const { pathname, hash } = useLocation()
  const title = useMatches()
    .map(({ handle }) => titleIn(handle))
    .find((each) => each !== undefined)
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

const titleIn = (handle: unknown): string | undefined =>
  typeof handle === 'object' && handle !== null && 'title' in handle && typeof handle.title === 'string'
    ? handle.title
    : undefined
