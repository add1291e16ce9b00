import { StrictMode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { type Refused, refusedFile, servedPage } from './app/index.ts'
import { type PageData, providePageData } from './client/index.ts'
import { sentSignInPage } from './office/desk/index.ts'

/**
 * A page as HTML, for a visitor, as the server sends it (docs/decisions/0040). Nothing can be submitted until the script
 * takes over: the boxes have no names, which `data-name` holds, and the buttons that submit cannot be pressed yet.
 * Built into a file of its own, which the server loads.
 */
export async function prerender(data: PageData, path: string): Promise<string> {
  const drawn = await servedPage(data, path)
  providePageData(data)
  return renderToString(<StrictMode>{drawn}</StrictMode>)
    .replaceAll(/(<(?:input|select|textarea)\b[^>]*?) name="/g, '$1 data-name="')
    .replaceAll(/(<button\b[^>]*?) type="submit"/g, '$1 type="submit" disabled=""')
}

/** The page of the staff desk for signing in, as HTML. */
export const prerenderSignIn = (data: PageData): string => renderToStaticMarkup(sentSignInPage(data))

/** The page of a refused link to a file as HTML. No script takes it over. */
export const prerenderRefusedFile = (data: PageData, refused: Refused): string =>
  renderToStaticMarkup(refusedFile(data, refused))
