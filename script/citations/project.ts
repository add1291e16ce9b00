/** A text file; `path` is relative to the root and written with `/`. */
export interface TextFile {
  readonly path: string
  readonly text: string
}

/** The files whose citations are judged, and the path of every file that may be cited, read or not. */
export interface Project {
  readonly files: readonly TextFile[]
  readonly paths: ReadonlySet<string>
}

/** Where a citation is that cannot be followed, what it says, and why it is dead. */
export interface DeadCitation {
  readonly file: string
  readonly line: number
  readonly citation: string
  readonly reason: string
}

/** The number of the line at this place of a text, from 1. */
export const lineAt = (text: string, place: number): number => text.slice(0, place).split('\n').length

export const isMarkdown = ({ path }: TextFile): boolean => path.endsWith('.md')

/** The text with the content of its fenced code blocks blanked, so that every place keeps its number. */
export const withoutFences = (text: string): string =>
  text.replace(/^```.*?^```/gms, (block) => block.replace(/[^\n]/g, ' '))

/** The anchors of the headings of a document, as GitHub makes them. */
export const anchorsIn = (text: string): ReadonlySet<string> =>
  new Set(Array.from(withoutFences(text).matchAll(/^#+ (.+)$/gm), ([, heading = '']) => anchorOf(heading)))

const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\- ]/gu, '')
    .trim()
    .replaceAll(' ', '-')
