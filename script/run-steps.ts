import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** One npm script to run. A quiet step prints its output only if it fails. */
export interface Step {
  readonly name: string
  readonly script: string
  readonly options?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly quiet?: boolean
}

/**
 * Runs the steps in order, each with its seconds, until one fails. Returns its name, or null. Steps in a list run at the
 * same time, and all of them to their end.
 */
export async function firstFailureOf(steps: readonly (Step | readonly Step[])[]): Promise<string | null> {
  for (const each of steps) {
    const failures = await Promise.all([each].flat().map(async (step) => ((await succeeds(step)) ? [] : [step.name])))
    const [failure] = failures.flat()
    if (failure !== undefined) return failure
  }
  return null
}

async function succeeds(step: Step): Promise<boolean> {
  const start = performance.now()
  if (!step.quiet) console.log(`\n== ${step.name}`)
  const { succeeded, output } = await run(step)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`== ${step.name}: ${succeeded ? 'passed' : 'FAILED'} in ${seconds} s`)
  if (!succeeded) process.stdout.write(output)
  return succeeded
}

function run({ script, options = [], environment, quiet }: Step): Promise<{ succeeded: boolean; output: string }> {
  const child = spawn('npm', ['run', '--silent', script, '--', ...options], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, ...environment },
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
  })
  const chunks: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ succeeded: code === 0, output: Buffer.concat(chunks).toString() }))
  })
}
