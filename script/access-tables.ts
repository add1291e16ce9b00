import {
  calls,
  exportRightLabels,
  grades,
  isGuarded,
  mayStaff,
  originalPath,
  packetPath,
  recordExportPath,
  type StaffRole,
  staffPaths,
  staffRights,
  staffRoles,
  waysOut,
} from '../api/index.ts'
import { exportCalls } from '../server/index.ts'

// The tables of docs/security.md that say who may do and read what, made of the tables that the code asks.

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const roles = Object.keys(staffRoles) as StaffRole[]
const keysOf = <Key extends string>(record: Readonly<Record<Key, unknown>>) => Object.keys(record) as Key[]

/** What each role of the desk may do, and what each right of a token allows. */
export const rightsInMarkdown = (): string =>
  [
    table(
      ['right at the desk', ...roles.map((role) => role.replace('_', ' '))],
      keysOf(staffRights).map((right) => [
        `\`${right}\`: ${staffRights[right]}`,
        ...roles.map((role) => (mayStaff(role, right) ? 'yes' : '')),
      ]),
    ),
    table(
      ['right of a token', 'allows', 'needs another person'],
      keysOf(exportRightLabels).map((right) => [
        `\`${right}\``,
        exportRightLabels[right],
        isGuarded([right]) ? 'yes' : '',
      ]),
    ),
  ].join('\n\n')

/** Every call, by who may make it. */
export function callsInMarkdown(): string {
  const by = new Map<string, string[]>()
  const add = (who: string, method: string, path: string) =>
    by.set(who, [...(by.get(who) ?? []), `\`${method} ${path}\``])
  for (const { method, path, access } of Object.values(calls))
    add(access === 'public' ? 'anybody' : 'an applicant, of their own account', method, path)
  for (const { method, path, access } of Object.values(staffPaths))
    add(
      access === 'public' ? 'anybody' : access === 'signed_in' ? 'staff who are signed in' : `staff with \`${access}\``,
      method,
      path,
    )
  add('staff with `sensitive`', 'GET', packetPath(':id'))
  add('staff with `original`', 'GET', originalPath(':id', ':document'))
  add('staff with `export_record`', 'POST', recordExportPath)
  for (const { method, path, rights } of Object.values(exportCalls))
    add(`a token with ${rights.map((right) => `\`${right}\``).join(' and ')}`, method, path)
  return table(
    ['who', 'calls'],
    [...by].map(([who, paths]) => [who, paths.join(', ')]),
  )
}

/** Every way by which answers can leave, and which grades of them do. */
export const waysOutInMarkdown = (): string =>
  table(
    ['way', ...Object.values(grades)],
    keysOf(waysOut).map((way) => {
      const { what, ...of } = waysOut[way]
      return [what, ...keysOf(grades).map((grade) => inWords(of[grade]))]
    }),
  )

const inWords = (how: 'no' | 'some' | 'masked' | 'yes' | { readonly by: string; readonly as: 'masked' | 'yes' }) => {
  if (typeof how === 'string') return { no: '', some: 'some', masked: 'last four digits', yes: 'yes' }[how]
  return how.as === 'masked' ? `last four digits with \`${how.by}\`` : `\`${how.by}\``
}
