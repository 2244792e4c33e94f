/**
 * What a start prints: where the service is, what to try, and what an operator must know.
 *
 * Spec: Decisions 4, 39 and 47.
 */

import * as known from '../demo/known.ts'
import type { Config } from './config.ts'

/** `demo`: no project, projects without a demo, a demo that works, or a demo that is refused. */
export function announcement(
  url: string,
  config: Pick<Config, 'production' | 'managementOpen' | 'databaseUrl' | 'loopback'>,
  demo: 'empty' | 'none' | 'open' | 'shut'
): string {
  const lines = [
    `Tessera listens on ${url}`,
    `  docs      ${url}/docs`,
    `  document  ${url}/openapi.json`,
    `  data      ${config.databaseUrl}`
  ]
  if (demo === 'open') lines.push(...tryThis(url, config.loopback))
  if (demo === 'shut') {
    lines.push(
      'The demo project is here, but its credentials, which everybody knows, are refused:',
      '  they work on a loopback HOST, or with npm start -- --demo, and never in production.'
    )
  }
  if (demo === 'empty') {
    lines.push('Make a project and its keys: npm run --silent cli -- project create NAME')
  }
  if (config.production && config.managementOpen) {
    lines.push(
      'Metadata schemas can be read on the management path without credentials; ' +
        'MANAGEMENT_OPEN=false closes it.'
    )
  }
  return lines.join('\n')
}

function tryThis(url: string, loopback: boolean): string[] {
  const tour = url.endsWith('127.0.0.1:3000') ? 'npm run tour' : `BASE_URL=${url} npm run tour`
  const pair = `-H 'X-App-Id: ${known.APP_ID}' -H 'X-App-Token: ${known.APP_TOKEN}'`
  const json = "-H 'Content-Type: application/json'"
  const card = `${url}/v1/loyalties/${known.CAMPAIGN_ID}/members/${known.CARD_CODE}`
  const whom = loopback ? 'this machine only' : 'everybody who reaches it'
  return [
    '',
    `The demo project is loaded. Its credentials, for ${whom}:`,
    `  X-App-Id ${known.APP_ID}   X-App-Token ${known.APP_TOKEN}`,
    `  X-Management-Id ${known.MGMT_ID}   X-Management-Token ${known.MGMT_TOKEN}`,
    '',
    'Three requests to paste: a customer, what an order would earn, a reward for points.',
    `  curl ${pair} ${url}/v1/customers/${known.CUSTOMER_ID}`,
    `  curl ${pair} ${json} ${url}/v1/loyalties/${known.CAMPAIGN_ID}/qualifications \\`,
    `    -d '{"customer":{"source_id":"ada"},"order":{"source_id":"cart-17"}}'`,
    `  curl ${pair} ${json} ${card}/redemption \\`,
    `    -d '{"reward":{"id":"${known.REWARD_ID}"}}'`,
    '',
    `${tour} plays the whole story. Ctrl-C stops.`
  ]
}
