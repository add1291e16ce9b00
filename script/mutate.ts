import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'

// Changes the code of a folder, or of one file, in many small ways, and names each change that no test notices: those in
// its folder, or those that a pattern names. It takes about a second for each change, so no other command runs it.

const root = join(import.meta.dirname, '..')
const [code, tests] = process.argv.slice(2)
if (code === undefined) {
  console.error('Usage: npm run mutate -- <folder, files, or lines of one> [tests]')
  process.exit(2)
}
const isFile = /\.tsx?(:[\d-]+)?$/.test(code)
const mutated = isFile
  ? [code]
  : [`${code}/**/*.ts`, `${code}/**/*.tsx`, '!**/*.test.*', '!**/*-for-test.*', '!**/testing/**']
const stryker = spawn('npx', ['stryker', 'run', '--mutate', mutated.join()], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, MUTATED: code, TESTS: tests ?? `${isFile ? dirname(code) : code}/**/*.test.{ts,tsx}` },
})
stryker.on('exit', (status) => {
  process.exitCode = status ?? 1
})
