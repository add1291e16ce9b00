import { posix } from 'node:path'
import {
  anchorsIn,
  type DeadCitation,
  isMarkdown,
  lineAt,
  type Project,
  type TextFile,
  withoutFences,
} from './project.ts'

/** Relative links in a document to files that do not exist, or to headings that the target does not have. */
export function deadLinksIn(file: TextFile, project: Project): DeadCitation[] {
  if (!isMarkdown(file)) return []
  const links = withoutFences(file.text).matchAll(/\]\(([^()\s]+)\)/g)
  return Array.from(links, ({ 1: link = '', index }) => ({ link, index })).flatMap(({ link, index }) => {
    const reason = /^[a-z]+:|^\{/.test(link) ? undefined : reasonDead(file, link, project)
    return reason === undefined ? [] : [{ file: file.path, line: lineAt(file.text, index), citation: link, reason }]
  })
}

function reasonDead(file: TextFile, link: string, { files, paths }: Project): string | undefined {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? file.path : posix.join(posix.dirname(file.path), path)
  const isFolder = [...paths].some((each) => each.startsWith(`${target.replace(/\/$/, '')}/`))
  if (!paths.has(target) && !isFolder) return 'there is no such file'
  const text = files.find((each) => each.path === target)?.text
  return anchor === undefined || text === undefined || anchorsIn(text).has(anchor)
    ? undefined
    : 'it has no such heading'
}
