import { pathToFileURL } from 'node:url'

/** What the build of the screen exports for the server: functions that return HTML. */
type Renderers = {
  readonly prerender: (data: object) => string
  readonly prerenderRefusedFile: (data: object, refused: object) => string
}

/** Loads the built renderers. Throws if one is missing. */
export async function renderersIn(file: string): Promise<Renderers> {
  const built: Readonly<Record<string, unknown>> = await import(pathToFileURL(file).href)
  for (const name of ['prerender', 'prerenderRefusedFile'])
    if (typeof built[name] !== 'function') throw new Error(`${file} does not export ${name}.`)
  // Their parameters are those of screen/prerender.tsx, which is built together with the page.
  return built as Renderers
}
