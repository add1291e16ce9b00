import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'

// Changes the code of a folder, or of one file, in many small ways, and names each change that no test beside it notices.
// It takes about a second for each change, so no other command runs it.

const root = join(import.meta.dirname, '..')
const [mutated] = process.argv.slice(2)
if (mutated === undefined) {
  console.error('Usage: npm run mutate -- <folder or file>')
  process.exit(2)
}
const [, file] = /^(.*)\.tsx?$/.exec(mutated) ?? []
const code = file ? [mutated] : [`${mutated}/**/*.{ts,tsx}`, '!**/*.test.*', '!**/*-for-test.*', '!**/testing/**']
// The tests named like the file, or else all of its folder: what only others notice is worth a test beside it.
const own = file === undefined ? [] : globSync(`${file}*.test.{ts,tsx}`, { cwd: root })
const stryker = spawn('npx', ['stryker', 'run', '--mutate', code.join()], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, TESTS: own.join() || `${file ? dirname(file) : mutated}/**/*.test.{ts,tsx}` },
})
stryker.on('exit', (status) => {
  process.exitCode = status ?? 1
})
