import { StrictMode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { english, type Words } from '../engine/index.ts'
import { type Refused, refusedFile, servedPage } from './app/index.ts'
import { type PageData, providePageData, speak } from './client/index.ts'
import { sentSignInPage } from './office/desk/index.ts'

/**
 * A page as HTML, for a visitor, as the server sends it (docs/decisions/0040). Nothing can be submitted until the script
 * takes over: the boxes have no names, which `data-name` holds, and the buttons that submit cannot be pressed yet.
 * Built into a file of its own, which the server loads.
 */
export async function prerender(data: PageData, path: string, words: Words): Promise<string> {
  speak(words)
  const drawn = await servedPage(data, path)
  speak(words) // another page may have come between
  providePageData(data)
  return renderToString(<StrictMode>{drawn}</StrictMode>)
    .replaceAll(/(<(?:input|select|textarea)\b[^>]*?) name="/g, '$1 data-name="')
    .replaceAll(/(<button\b[^>]*?) type="submit"/g, '$1 type="submit" disabled=""')
}

/** The page of the staff desk for signing in, as HTML. */
export function prerenderSignIn(data: PageData): string {
  speak(english)
  return renderToStaticMarkup(sentSignInPage(data))
}

/** The page of a refused link to a file as HTML. No script takes it over. */
export function prerenderRefusedFile(data: PageData, refused: Refused, words: Words): string {
  speak(words)
  return renderToStaticMarkup(refusedFile(data, refused))
}
