/**
 * The second document for OpenAPI 3.0 takes and refuses what the one for 3.1 does. What it shares
 * with the published one is tried there.
 *
 * Spec: openapi/service.yaml, openapi/provisioning.yaml.
 */
import t from 'tap'
import { sameVersions } from './support/two-versions.ts'

sameVersions(t, 'provisioning', 'service')
