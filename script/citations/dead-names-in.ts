import { type DeadCitation, isMarkdown, lineAt, type Project, type TextFile, withoutFences } from './project.ts'

/**
 * Names of files that do not exist: in a document, every path or file name in backquotes; elsewhere, the documents that
 * comments name. Files created by an operator or a build are not part of the project.
 */
export function deadNamesIn(file: TextFile, project: Project): DeadCitation[] {
  return namesIn(file).flatMap(({ name, place }) =>
    exists(name, project)
      ? []
      : [{ file: file.path, line: lineAt(file.text, place), citation: name, reason: NOT_THERE }],
  )
}

const NOT_THERE = 'there is no such file'
const FOLDERS = 'engine|form|api|screen|server|journeys|bench|docs|script'
const PATH = new RegExp(String.raw`^(?:${FOLDERS})/[\w./-]*$`)
const FILE_NAME = /^\w[\w./-]*\.(?:tsx?|css|json|typ)$/
const generated = ['screen/dist', 'docs/decisions/000', 'node_modules']

function namesIn(file: TextFile): readonly { readonly name: string; readonly place: number }[] {
  const { text } = file
  if (!isMarkdown(file)) {
    return Array.from(text.matchAll(/\bdocs\/[\w/-]+\.md\b/g), (match) => ({ name: match[0], place: match.index }))
  }
  return Array.from(withoutFences(text).matchAll(/`([^`\n]+)`/g), (match) => ({
    name: match[1] ?? '',
    place: match.index,
  }))
    .filter(({ name }) => PATH.test(name) || FILE_NAME.test(name))
    .filter(({ name }) => !generated.some((start) => name.startsWith(start)))
}

function exists(name: string, { paths }: Project): boolean {
  const bare = name.replace(/\/$/, '')
  return [...paths].some((path) => path === bare || path.startsWith(`${bare}/`) || path.endsWith(`/${bare}`))
}
