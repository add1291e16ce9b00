import { spawn } from 'node:child_process'
import { join } from 'node:path'

// Changes the code of a folder, or of one file, in many small ways, and names each change that no test beside it notices.
// It takes about a second for each change, so no other command runs it.

const root = join(import.meta.dirname, '..')
const [folder] = process.argv.slice(2)
if (folder === undefined) {
  console.error('Usage: npm run mutate -- <folder or file>')
  process.exit(2)
}
const code = /\.tsx?$/.test(folder)
  ? [folder]
  : [`${folder}/**/*.{ts,tsx}`, '!**/*.test.*', '!**/*-for-test.*', '!**/testing/**']
const stryker = spawn('npx', ['stryker', 'run', '--mutate', code.join()], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, MUTATED: folder.replace(/\/[^/]*\.tsx?$/, '') },
})
stryker.on('exit', (status) => {
  process.exitCode = status ?? 1
})
