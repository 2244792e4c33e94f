/**
 * What may stand after `npm start --` and `tessera serve`, and the help for it. It is loaded when
 * there is anything but `--demo`, because a start has no time for a parser.
 */
import { Command, CommanderError } from 'commander'
import { otherFallback, type Setting, settings } from './config.ts'
import { START_WITH, version } from './invocation.ts'

export type StartOptions =
  | {
      readonly demo: boolean
      /** Variables of the environment that options stand for. */
      readonly environment: Readonly<Record<string, string>>
      /** By variable, the option that it came of. */
      readonly flags: Readonly<Record<string, string>>
    }
  | { readonly exitCode: number }

interface ParsedOptions {
  readonly demo: boolean
  readonly ephemeral: boolean
  readonly sandbox: boolean
  readonly host?: string
  readonly port?: string
  readonly readyFile?: string
  readonly project?: string
  readonly states?: string
}

export function startCommand(name: string): Command {
  return new Command(name)
    .description('start the service, and stop it on Ctrl-C')
    .option(
      '--demo',
      "accept the demo's credentials, which everybody knows, from any machine",
      false
    )
    .option(
      '--ephemeral',
      'keep everything in memory until the service stops (EPHEMERAL=true)',
      false
    )
    .option(
      '--sandbox',
      'give tests projects of their own, with clocks to move (SANDBOX=true)',
      false
    )
    .option('--host <address>', 'listen on this address (HOST)')
    .option('--port <number>', 'listen on this port; 0 for any that is free (PORT)')
    .option('--ready-file <path>', 'write the address of the service to this file (READY_FILE)')
    .option('--project <file>', 'load this project file first (PROJECT_FILE)')
    .option('--states <folder>', 'begin anew as a project file of this folder when told (STATES)')
    .addHelpText('after', `\nSettings are environment variables:\n${settingsList()}`)
    .version(version(), '--version', 'print the version')
    .allowExcessArguments(false)
}

/** `print` gets the help, `complain` why the options are not understood. */
export function readOptions(
  args: readonly string[],
  print: (text: string) => void,
  complain: (text: string) => void
): StartOptions {
  const program = startCommand(START_WITH)
    .exitOverride()
    .configureOutput({
      writeOut: text => print(text.trimEnd()),
      writeErr: text => complain(text.trimEnd())
    })
    .showHelpAfterError(`Try: ${START_WITH} --help`)
  try {
    const parsed: ParsedOptions = program.parse(args, { from: 'user' }).opts()
    const environment = environmentOf(parsed)
    const flags = Object.fromEntries(
      Object.entries(FLAGS).filter(([variable]) => variable in environment)
    )
    return { demo: parsed.demo, environment, flags }
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    return { exitCode: error.exitCode === 0 ? 0 : 2 }
  }
}

/** Options that have values, by the setting that each stands for. */
const FLAGS = {
  [settings.host.variable]: '--host',
  [settings.port.variable]: '--port',
  [settings.readyFile.variable]: '--ready-file',
  [settings.projectFile.variable]: '--project',
  [settings.states.variable]: '--states'
}

function environmentOf({
  ephemeral,
  sandbox,
  host,
  port,
  readyFile,
  project,
  states
}: ParsedOptions): Record<string, string> {
  return {
    ...(ephemeral && { [settings.ephemeral.variable]: 'true' }),
    ...(sandbox && { [settings.sandbox.variable]: 'true' }),
    ...(host !== undefined && { [settings.host.variable]: host }),
    ...(port !== undefined && { [settings.port.variable]: port }),
    ...(readyFile !== undefined && { [settings.readyFile.variable]: readyFile }),
    ...(project !== undefined && { [settings.projectFile.variable]: project }),
    ...(states !== undefined && { [settings.states.variable]: states })
  }
}

function settingsList(): string {
  return Object.values<Setting<unknown>>(settings)
    .map(setting => {
      const { variable, fallback, meaning } = setting
      const others = otherFallback(setting)
      const there = others === null ? '' : ` (${others.where} ${others.value})`
      return `  ${variable}=${fallback}${there}\n      ${meaning}`
    })
    .join('\n')
}
