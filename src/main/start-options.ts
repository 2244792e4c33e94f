/**
 * What may stand after `npm start --` and `tessera serve`, and the help for it. It is loaded when
 * there is anything but `--demo`, because a start has no time for a parser.
 */
import { Command, CommanderError, Option } from 'commander'
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

/** Options that stand for settings: flags, setting, and what it does. */
const STANDING = [
  ['--ephemeral', settings.ephemeral, 'keep everything in memory until the service stops'],
  ['--sandbox', settings.sandbox, 'give tests projects of their own, with clocks to move'],
  ['--host <address>', settings.host, 'listen on this address'],
  ['--port <number>', settings.port, 'listen on this port; 0 for any that is free'],
  ['--ready-file <path>', settings.readyFile, 'write the address of the service to this file'],
  ['--project <file>', settings.projectFile, 'load this project file first'],
  ['--states <folder>', settings.states, 'begin anew as a project file of this folder when told']
] as const

export function startCommand(name: string): Command {
  const command = new Command(name)
    .description('start the service, and stop it on Ctrl-C')
    .option(
      '--demo',
      "accept the demo's credentials, which everybody knows, from any machine",
      false
    )
  for (const [flags, { variable }, does] of STANDING) {
    if (flags.includes(' ')) command.option(flags, `${does} (${variable})`)
    else command.option(flags, `${does} (${variable}=true)`, false)
  }
  return command
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
    const { demo, ...parsed } = program.parse(args, { from: 'user' }).opts()
    const given = STANDING.flatMap(([flags, { variable }]) => {
      const option = new Option(flags)
      const value = parsed[option.attributeName()] ?? false
      return value === false ? [] : [{ variable, value, flag: String(option.long) }]
    })
    const flagged = given.filter(({ value }) => value !== true)
    return {
      demo,
      environment: Object.fromEntries(given.map(({ variable, value }) => [variable, `${value}`])),
      flags: Object.fromEntries(flagged.map(({ variable, flag }) => [variable, flag]))
    }
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    return { exitCode: error.exitCode === 0 ? 0 : 2 }
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
