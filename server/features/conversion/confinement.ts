import { spawnSync } from 'node:child_process'
import { dirname } from 'node:path'

/** What a converter's process needs of this machine. Of everything else it sees nothing. */
export type View = {
  readonly readable: readonly string[]
  /** A folder that it may write to; what the system calls /tmp lies in it too. */
  readonly writable?: { readonly folder: string; readonly tmp: string }
}

/**
 * How far converters are kept from this machine. `files`: bubblewrap gives each a file system, a network and a list of
 * processes of its own, in which only its view is there; sockets, secrets and other documents are not. `network`: only
 * the network is taken away. It ends with this process in both. Which of them, the host decides.
 */
export type Confinement = 'files' | 'network' | 'none'

export function confinement(): Confinement {
  if (works(bubblewrap({ readable: [] }))) return 'files'
  return works(without.network) ? 'network' : 'none'
}

/** The command with what confines it before it. It may start other processes: they all end with the first. */
export function confined(view: View, command: readonly string[]): readonly string[] {
  if (confinement() === 'files') return [...bubblewrap(view), ...command]
  const ends = works(without.parent) ? without.parent : []
  const family = [...without.network.slice(0, -1), '--pid', '--fork', '--kill-child', '--']
  if (view.writable && works(family)) return [...ends, ...family, ...command]
  return [...(works(without.network) ? without.network : []), ...ends, ...command]
}

/** Programs, libraries and fonts. Not /usr as a whole: somebody's data folder may lie in it. */
const system = [
  ...['/bin', '/sbin', '/lib', '/lib32', '/lib64'],
  ...['/usr/bin', '/usr/lib', '/usr/lib32', '/usr/lib64', '/usr/libexec', '/usr/share'],
  ...['/usr/local/bin', '/usr/local/lib', '/usr/local/share/fonts'],
  ...['/etc/alternatives', '/etc/fonts', '/etc/ld.so.cache', '/etc/libreoffice', '/var/cache/fontconfig'],
]

function bubblewrap({ readable, writable }: View): readonly string[] {
  const bound = (path: string) => ['--ro-bind-try', path, path]
  const own = writable ? ['--bind', writable.folder, writable.folder] : []
  return [
    ...['bwrap', '--unshare-all', '--unshare-user', '--uid', '65534', '--gid', '65534'],
    ...['--die-with-parent', '--new-session', '--proc', '/proc', '--dev', '/dev'],
    // First, as everything else may lie in what the system calls /tmp.
    ...(writable ? ['--bind', writable.tmp, '/tmp'] : []),
    ...[...system, ...readable].flatMap(bound),
    ...own,
    ...['--remount-ro', '/', '--'],
  ]
}

/** The folders of an installed LibreOffice, wherever it lies: its programs stand beside what they read. */
export const installedAround = (program: string): string =>
  /\/program\/[^/]+$/.test(program) ? dirname(dirname(program)) : dirname(program)

const without = {
  network: ['unshare', '--map-root-user', '--net', '--'],
  parent: ['setpriv', '--pdeathsig', 'KILL', '--'],
} as const

const tried = new Map<string, boolean>()

/** Whether the host lets a command run so; tried once. */
function works(before: readonly string[]): boolean {
  const key = before.join(' ')
  const known = tried.get(key)
  if (known !== undefined) return known
  const [command = '', ...options] = before
  const result = spawnSync(command, [...options, 'true'], { stdio: 'ignore', timeout: 5_000 }).status === 0
  tried.set(key, result)
  return result
}
