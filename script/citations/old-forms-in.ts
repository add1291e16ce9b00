import { type DeadCitation, lineAt, type TextFile } from './project.ts'

// The patterns are written so that they do not match themselves in this file.
const oldForms: readonly (readonly [RegExp, string])[] = [
  [/\bdecisions? [0-9]+/gi, 'cite a settled question (Q12) or a record (docs/decisions/0012)'],
  [/\bdecision records? [0-9]+/gi, 'cite a record as docs/decisions/0012'],
  [/\((?:decision): [^)]*/gi, 'cite a settled question (Q12) or a record (docs/decisions/0012)'],
  [/\u00a7 ?[0-9]*/g, 'cite a requirement by its id (requirement 9.buttons.1)'],
  [/\b(?:specification|design),? [0-9]+(?:\.[0-9]+)*/gi, 'cite a requirement by its id (requirement 9.buttons.1)'],
  // A path in a comment that leads upward.
  [/(?<=^\s*(?:\/\/|\/?\*).*)\.\.\/[^\s)]*/gm, 'the project holds everything that it cites'],
  [/\bissue #?[0-9]+/gi, 'the project holds everything that it cites'],
  [/\bPart [0-9]+\b/g, 'the project holds everything that it cites'],
]

/** Citations in retired forms, or of something outside the project. */
export const oldFormsIn = ({ path, text }: TextFile): DeadCitation[] =>
  oldForms.flatMap(([pattern, reason]) =>
    Array.from(text.matchAll(pattern), (match) => ({
      file: path,
      line: lineAt(text, match.index),
      citation: match[0].trim(),
      reason,
    })),
  )
