import { readFileSync } from 'node:fs'
import { secretSettings } from './setting-table.ts'
import { startupError } from './startup-error.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The settings that an environment gives. A secret may be in a file that NAME_FILE names, as vaults, systemd and
 * containers provide it. Throws a startup error if it is given twice or cannot be read.
 */
export function givenSettings(environment: Environment): Environment {
  // `NAME=` in a shell or a compose file means the same as leaving out the name.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const fromFiles = secretSettings.flatMap((name) => {
    const path = given[`${name}_FILE`]
    if (path === undefined) return []
    if (given[name] !== undefined) throw startupError(`${name} and ${name}_FILE exclude each other: give one of them.`)
    return [[name, secretIn(`${name}_FILE`, path)] as const]
  })
  return { ...given, ...Object.fromEntries(fromFiles) }
}

function secretIn(name: string, path: string): string {
  try {
    const secret = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
    if (secret !== '') return secret
  } catch (error) {
    throw startupError(`${name} ${path} cannot be read (${Object(error).code}).`, error)
  }
  throw startupError(`${name} ${path} is empty.`)
}
