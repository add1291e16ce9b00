import { publicInstitution } from '../../api/index.ts'
import { say, wordsInUse } from '../../engine/index.ts'
import type { App, DrawRefusedFile } from '../platform/http/index.ts'
import { languageAttributes } from '../platform/languages/index.ts'
import { type PageData, renderersIn } from './sent-pages.ts'

/**
 * Draws the page of a refused link to a file in the look of the site, with the renderer in `file` and the icon and
 * style sheets that `head` links to. Where that fails, the log says so and the page is `plain`.
 */
export async function createRefusedFile(
  file: string,
  head: () => string,
  data: () => PageData,
  { log, refusedFile: { draw: plain } }: App,
): Promise<DrawRefusedFile> {
  // The first page says so if the renderers are missing.
  const render = (await renderersIn(file).catch(() => undefined))?.prerenderRefusedFile
  if (!render) return plain
  return (refused, nonce) => {
    const { institution, ...rest } = data()
    try {
      const html = render({ ...rest, institution: publicInstitution(institution) }, refused, wordsInUse())
      return page(linksIn(head()), html)
    } catch (err) {
      log.warn({ err }, 'The page of a refused link cannot be rendered.')
      return plain(refused, nonce)
    }
  }
}

const linksIn = (head: string) => head.match(/<link [^>]*>/g)?.join('\n') ?? ''

const page = (links: string, html: string) => `<!doctype html>
<html ${languageAttributes()}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${say('We can’t open this file')}</title>
${links}
</head>
<body>
${html}
</body>
</html>
`
