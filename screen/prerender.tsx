import { StrictMode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { type Refused, refusedFile, servedPage } from './app/index.ts'
import type { PageData } from './client/index.ts'

/**
 * The first page as HTML, for a visitor, as the server sends it (docs/decisions/0040). Its boxes have no names, so that
 * nothing can be submitted until the script takes over: `data-name` holds them. Built into a file of its own, which the
 * server loads.
 */
export function prerender(data: PageData): string {
  const html = renderToString(<StrictMode>{servedPage(data)}</StrictMode>)
  return html.replaceAll(/(<(?:input|select|textarea)\b[^>]*?) name="/g, '$1 data-name="')
}

/** The page of a refused link to a file as HTML. No script takes it over. */
export const prerenderRefusedFile = (data: PageData, refused: Refused): string =>
  renderToStaticMarkup(refusedFile(data, refused))
