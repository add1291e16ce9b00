import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Project } from './project.ts'

/** This test contains invented IDs to check that they are reported. */
const INVENTS_IDS = 'script/specification-coverage.test.ts'

/** The tracked files below a root, and new ones that are not ignored. Test fixtures are left out. */
export function readProject(root: string): Project {
  const list = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: root })
  const paths = list
    .toString()
    .split('\0')
    .filter((path) => path !== '' && existsSync(join(root, path)))
  return {
    paths: new Set(paths),
    files: paths
      .filter((path) => isRead(path) && !path.includes('/fixtures/') && path !== INVENTS_IDS)
      .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })),
  }
}

const isRead = (path: string) => /\.(tsx?|css|md|typ|html|sql)$|^script\/[^.]+$|^\.ci\//.test(path)
