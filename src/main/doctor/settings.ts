/**
 * What the doctor says of the settings: those that are valid one by one, and are not what an
 * operator means together.
 *
 * Spec: OPERATING.md.
 */
import { existsSync } from 'node:fs'
import { dirname, isAbsolute, resolve } from 'node:path'
import { shownUrl } from '../../storage/database/database.ts'
import { type Config, ConfigRefused, readConfig } from '../config.ts'
import { ownAddress } from '../setting-texts.ts'
import { advice, type DoctorFinding, ok, wrong } from './findings.ts'

/** The settings, or what is wrong with each. */
export function settingsFound(
  environment: NodeJS.ProcessEnv | undefined
): Config | DoctorFinding[] {
  try {
    return readConfig(environment)
  } catch (error) {
    if (!(error instanceof ConfigRefused)) throw error
    return error.message.split('\n').map(mistake => wrong('settings', mistake))
  }
}

/** Nothing that is wrong stops the other looks. */
export function settingsFindings(config: Config): readonly DoctorFinding[] {
  const { environment, host, port, publicUrl, databaseUrl, readyFile } = config
  const places = `listens on ${host}, port ${port}; urls begin with ${publicUrl}`
  const said = `${environment}; ${places}; everything is in ${shownUrl(databaseUrl)}`
  const folder = readyFile === null ? null : dirname(resolve(readyFile))
  return [
    ok('settings', said),
    ...rules.flatMap(rule => rule(config) ?? []),
    ...(folder === null || existsSync(folder)
      ? []
      : [
          wrong(
            'settings',
            `The folder ${folder} of READY_FILE does not exist.`,
            'Make the folder.'
          )
        ])
  ]
}

type Rule = (config: Config) => DoctorFinding | null

/** Whether anybody but this machine is meant to reach the service. */
function isForOthers({ production, loopback }: Config): boolean {
  return production || !loopback
}

const rules: readonly Rule[] = [
  ({ production, loopback, host }) =>
    production || loopback
      ? null
      : advice(
          'settings',
          `Other machines reach the service on ${host}, and NODE_ENV is not production.`,
          'Set NODE_ENV=production. Without it, metadata schemas can be read without ' +
            'credentials.'
        ),
  config =>
    isForOthers(config) && config.publicUrl === ownAddress(config.host, config.port)
      ? advice(
          'settings',
          `Urls in answers begin with ${config.publicUrl}, the address of the process itself.`,
          'Set PUBLIC_URL to the address that callers use, of the proxy for instance.'
        )
      : null,
  config =>
    isForOthers(config) &&
    config.publicUrl.startsWith('http:') &&
    config.publicUrl !== ownAddress(config.host, config.port)
      ? advice(
          'settings',
          `Callers reach the service by ${config.publicUrl}, which sends their keys unencrypted.`,
          'Put a proxy with TLS in front of it, and set PUBLIC_URL to its https address.'
        )
      : null,
  ({ publicUrl, trustProxy }) =>
    publicUrl.startsWith('https:') && trustProxy.length === 0
      ? advice(
          'settings',
          'TRUST_PROXY does not name the TLS proxy, so all refused credentials count for ' +
            'its address.',
          'Set TRUST_PROXY to the address of the proxy.'
        )
      : null,
  ({ production, managementOpen }) =>
    production && managementOpen
      ? advice(
          'settings',
          'Metadata schemas can be read on the management path without credentials.',
          'Unset MANAGEMENT_OPEN, which is false in production, or set it to false.'
        )
      : null,
  config =>
    isForOthers(config) &&
    !config.sandbox &&
    (config.rateLimit === null || config.failedCredentialsLimit === null)
      ? advice(
          'settings',
          'A caller may send requests or guess credentials without a limit.',
          'Unset RATE_LIMIT_PER_MINUTE and FAILED_CREDENTIALS_PER_MINUTE, or set a number.'
        )
      : null,
  ({ production, databaseUrl }) =>
    production && /^sqlite:(?!:memory:)/.test(databaseUrl) && !isAbsolute(databaseUrl.slice(7))
      ? advice(
          'settings',
          `${databaseUrl} names another file in each folder that the service is started in.`,
          'Set DATABASE_URL to sqlite: and a path that begins with /.'
        )
      : null
]
