import { spawnSync } from 'node:child_process'

/**
 * The command before a converter's own that takes the network from it and ends it with this process, however that
 * ends. Node has no switch for the first and no way to do the second; Linux has both, where its host allows. Empty where not.
 */
export function confinement(): readonly string[] {
  known ??= [without.network, without.parent].flatMap((command) => (works(command) ? command : []))
  return known
}

let known: readonly string[] | undefined

const without = {
  network: ['unshare', '--map-root-user', '--net', '--'],
  parent: ['setpriv', '--pdeathsig', 'KILL', '--'],
} as const

const works = ([command, ...options]: readonly [string, ...string[]]) =>
  spawnSync(command, [...options, 'true'], { stdio: 'ignore', timeout: 5_000 }).status === 0
