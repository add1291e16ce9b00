/** A text file; `path` is relative to the root and written with `/`. */
export interface TextFile {
  readonly path: string
  readonly text: string
}

/** The files whose citations are checked, and the paths of all files that may be cited. */
export interface Project {
  readonly files: readonly TextFile[]
  readonly paths: ReadonlySet<string>
}

/** A citation that cannot be followed: where it is, what it says, and what is wrong. */
export interface DeadCitation {
  readonly file: string
  readonly line: number
  readonly citation: string
  readonly reason: string
}

/** The line number, from 1, of a position in a text. */
export const lineAt = (text: string, place: number): number => text.slice(0, place).split('\n').length

export const isMarkdown = ({ path }: TextFile): boolean => path.endsWith('.md')

/** Replaces fenced code blocks with blanks, so that all positions stay the same. */
export const withoutFences = (text: string): string =>
  text.replace(/^```.*?^```/gms, (block) => block.replace(/[^\n]/g, ' '))

/** The anchors of a document's headings, in GitHub's format. */
export const anchorsIn = (text: string): ReadonlySet<string> =>
  new Set(Array.from(withoutFences(text).matchAll(/^#+ (.+)$/gm), ([, heading = '']) => anchorOf(heading)))

const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\- ]/gu, '')
    .trim()
    .replaceAll(' ', '-')
