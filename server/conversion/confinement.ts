import { spawnSync } from 'node:child_process'

/**
 * The command before a converter's own that takes the network from it and ends it with this process, however that
 * ends. Node has no switch for the first and no way to do the second; Linux has both, where its host allows. Empty where not.
 */
export function confinement(): readonly string[] {
  single ??= [...allowed(without.network), ...allowed(without.parent)]
  return single
}

/** The same for a command that starts others: they all end with the first. */
export function familyConfinement(): readonly string[] {
  const own = [...without.network.slice(0, -1), '--pid', '--fork', '--kill-child', '--'] as const
  family ??= works(own) ? [...allowed(without.parent), ...own] : confinement()
  return family
}

let single: readonly string[] | undefined
let family: readonly string[] | undefined

const without = {
  network: ['unshare', '--map-root-user', '--net', '--'],
  parent: ['setpriv', '--pdeathsig', 'KILL', '--'],
} as const

const allowed = (command: readonly string[]) => (works(command) ? command : [])

const works = ([command = '', ...options]: readonly string[]) =>
  spawnSync(command, [...options, 'true'], { stdio: 'ignore', timeout: 5_000 }).status === 0
