/**
 * What may stand after `npm start --`, and the help for it. It is loaded when there is anything but
 * `--demo`, because a start has no time for a parser.
 *
 * Spec: Decision 39.
 */
import { Command, CommanderError } from 'commander'
import { otherFallback, type Setting, settings } from './config.ts'

/** The options of a start, or the exit code with which it ends instead. */
export type StartOptions = { readonly demo: boolean } | { readonly exitCode: number }

/** `print` gets the help, `complain` why the options are not understood. */
export function readOptions(
  args: readonly string[],
  print: (text: string) => void,
  complain: (text: string) => void
): StartOptions {
  const program = new Command('npm start --')
    .description('Starts the service, and stops it on Ctrl-C.')
    .option('--demo', "accept the demo's credentials, which everybody knows, from anywhere", false)
    .addHelpText('after', `\nSettings are environment variables:\n${settingsList()}`)
    .exitOverride()
    .configureOutput({
      writeOut: text => print(text.trimEnd()),
      writeErr: text => complain(text.trimEnd())
    })
    .showHelpAfterError('Try: npm start -- --help')
    .allowExcessArguments(false)
  try {
    return program.parse(args, { from: 'user' }).opts()
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
