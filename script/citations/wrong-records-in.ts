import type { DeadCitation, Project, TextFile } from './project.ts'
import { RECORDS, recordNumberOf } from './sources-in.ts'

const headings = ['Context', 'Decision', 'Consequences', 'What would make us reconsider']

/**
 * Errors in the decision records: records missing from the index, records in a different format, and replacements named
 * by only one of the two records.
 */
export function wrongRecordsIn({ files }: Project): DeadCitation[] {
  const records = files.filter(({ path }) => recordNumberOf(path) !== undefined)
  const index = files.find(({ path }) => path === `${RECORDS}/README.md`)?.text ?? ''
  return records.flatMap((record) =>
    [
      ...formatErrorsOf(record),
      ...replacementsOf(record, records),
      ...(isListed(record, index) ? [] : ['it is missing from the index']),
    ].map((reason) => ({ file: record.path, line: 1, citation: recordNumberOf(record.path) ?? '', reason })),
  )
}

const isListed = (record: TextFile, index: string) => index.includes(`](${nameOf(record)})`)
const nameOf = ({ path }: TextFile) => path.slice(RECORDS.length + 1)

function formatErrorsOf({ path, text }: TextFile): string[] {
  const number = Number(recordNumberOf(path))
  const found = Array.from(text.matchAll(/^## (.+)$/gm), ([, heading = '']) => heading)
  return [
    ...(text.startsWith(`# ${number}. `) ? [] : [`its title does not begin with '# ${number}. '`]),
    ...(/^- Date: \d{4}-\d\d-\d\d$/m.test(text) ? [] : ["it has no line '- Date: 2026-11-21'"]),
    ...(STATUS.test(text)
      ? []
      : ["its status is not 'accepted', with or without what changes it, nor 'superseded by' a link"]),
    ...(found.join() === headings.join() ? [] : [`its headings are not ${headings.join(', ')}`]),
  ]
}

const LINK = String.raw`\[\d{4}\]\([\w-]+\.md\)`
const STATUS = new RegExp(
  `^- Status: (accepted(; changed in part by ${LINK}(, ${LINK})*)?|superseded by ${LINK})$`,
  'm',
)

/** A record replaced or changed by another one must also link to it. */
function replacementsOf(record: TextFile, records: readonly TextFile[]): string[] {
  const status = /^- Status: .*$/m.exec(record.text)?.[0] ?? ''
  const later = Array.from(status.matchAll(/\]\(([\w-]+\.md)\)/g), ([, name = '']) => name)
  return later.flatMap((name) => {
    const successor = records.find((each) => nameOf(each) === name)
    return successor?.text.includes(`](${nameOf(record)})`) ? [] : [`${name}, which changes it, has no link back`]
  })
}
