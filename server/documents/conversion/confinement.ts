import { spawnSync } from 'node:child_process'
import { dirname } from 'node:path'

/** The parts of this machine that a converter process can see. It sees nothing else. */
export type View = {
  readonly readable: readonly string[]
  /** A folder that the process may write to; the folder mounted as its /tmp is in it too. */
  readonly writable?: { readonly folder: string; readonly tmp: string }
}

/**
 * How strictly converters are isolated from this machine. `files`: bubblewrap gives each converter its own file system,
 * network and process list with only its view in them, so it cannot reach sockets, secrets or other documents.
 * `network`: only the network is taken away. In both cases it ends with this process. The host decides which of them is
 * possible.
 */
export type Confinement = 'files' | 'network' | 'none'

export function confinement(): Confinement {
  if (isSupported(bubblewrap({ readable: [] }))) return 'files'
  return isSupported(without.network) ? 'network' : 'none'
}

/** The command with its confinement in front. It may start other processes; they all end with the first one. */
export function confined(view: View, command: readonly string[]): readonly string[] {
  if (confinement() === 'files') return [...bubblewrap(view), ...command]
  const endsWithParent = isSupported(without.parent) ? without.parent : []
  const processNamespace = [...without.network.slice(0, -1), '--pid', '--fork', '--kill-child', '--']
  if (view.writable && isSupported(processNamespace)) return [...endsWithParent, ...processNamespace, ...command]
  return [...(isSupported(without.network) ? without.network : []), ...endsWithParent, ...command]
}

/** Programs, libraries and fonts. Not all of /usr, because somebody's data folder may be in it. */
const systemPaths = [
  ...['/bin', '/sbin', '/lib', '/lib32', '/lib64'],
  ...['/usr/bin', '/usr/lib', '/usr/lib32', '/usr/lib64', '/usr/libexec', '/usr/share'],
  ...['/usr/local/bin', '/usr/local/lib', '/usr/local/share/fonts'],
  ...['/etc/alternatives', '/etc/fonts', '/etc/ld.so.cache', '/etc/libreoffice', '/var/cache/fontconfig'],
]

function bubblewrap({ readable, writable }: View): readonly string[] {
  const readOnly = (path: string) => ['--ro-bind-try', path, path]
  const own = writable ? ['--bind', writable.folder, writable.folder] : []
  return [
    ...['bwrap', '--unshare-all', '--unshare-user', '--uid', '65534', '--gid', '65534'],
    ...['--die-with-parent', '--new-session', '--proc', '/proc', '--dev', '/dev'],
    // First, because everything else may be below the system's /tmp.
    ...(writable ? ['--bind', writable.tmp, '/tmp'] : []),
    ...[...systemPaths, ...readable].flatMap(readOnly),
    ...own,
    ...['--remount-ro', '/', '--'],
  ]
}

/** The folder of an installed LibreOffice, wherever it is: its programs are next to the files they read. */
export const installationFolderOf = (program: string): string =>
  /\/program\/[^/]+$/.test(program) ? dirname(dirname(program)) : dirname(program)

const without = {
  network: ['unshare', '--map-root-user', '--net', '--'],
  parent: ['setpriv', '--pdeathsig', 'KILL', '--'],
} as const

const cache = new Map<string, boolean>()

/** Whether the host allows a command to run this way; tried once. */
function isSupported(before: readonly string[]): boolean {
  const key = before.join(' ')
  const known = cache.get(key)
  if (known !== undefined) return known
  const [command = '', ...options] = before
  const result = spawnSync(command, [...options, 'true'], { stdio: 'ignore', timeout: 5_000 }).status === 0
  cache.set(key, result)
  return result
}
