import { dataDirIn } from '../settings/index.ts'
import { controlSocketPath, sendCommand } from './send-command.ts'

/**
 * `node server/platform/control/command.ts <name> [words]`: sends a command to the running server of DATA_DIR and
 * prints its reply. Exits with 1 when no server is running or the command failed, and else with the code of
 * the reply, or 0.
 */
async function main([name, ...words]: readonly string[]): Promise<void> {
  if (name === undefined) return printError('Give the name of a command, such as health.')
  const dataDir = dataDirIn(process.env)
  // npm runs scripts in the project's folder; INIT_CWD is the folder the user was in.
  const folder = process.env.INIT_CWD ?? process.cwd()
  const reply = await sendCommand(controlSocketPath(dataDir), name, words, folder)
  if (reply === undefined) {
    return printError(
      `No server is running on ${dataDir}. Start it, or set DATA_DIR to the folder of one that runs; a worker takes no commands.`,
    )
  }
  if (!reply.ok) return printError(reply.message)
  const { code, result } = withoutExitCode(reply.result)
  for (const line of plainLines(result)) console.log(line)
  process.exitCode = code
}

/** A command may answer a script too: its `exit_code` is not printed but ends the process. */
function withoutExitCode(result: unknown): { readonly code: number; readonly result: unknown } {
  if (typeof result !== 'object' || result === null || !('exit_code' in result)) return { code: 0, result }
  const { exit_code, ...rest } = result
  return { code: Number(exit_code), result: rest }
}

/** Formats a command's result as lines of text: one per item of a list, `name: value` for the entries of an object. */
function plainLines(result: unknown): readonly string[] {
  if (result === null || result === undefined) return []
  if (Array.isArray(result)) return result.map(inOneLine)
  if (typeof result === 'object') return Object.entries(result).map(([name, value]) => `${name}: ${inOneLine(value)}`)
  return [String(result)]
}

const inOneLine = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

function printError(message: string): void {
  console.error(message)
  process.exitCode = 1
}

await main(process.argv.slice(2))
