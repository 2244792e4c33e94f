/** Two small documents, in which each thing that a document can say is said once. */
const text = { type: 'string' }
const natural = { type: 'integer', minimum: 1 }

const object = (properties: object, more: object = {}) => ({ type: 'object', ...more, properties })
const strict = (properties: object, more: object = {}) =>
  object(properties, { additionalProperties: false, ...more })
const schema = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const content = (of: object, type = 'application/json') => ({ content: { [type]: { schema: of } } })
const body = (of: object, type?: string) => ({ required: true, ...content(of, type) })

const query = (name: string, of: object) => ({ name, in: 'query', required: false, schema: of })
const path = (name: string, of: object = { ...text, minLength: 1, maxLength: 512 }) => ({
  ...{ name, in: 'path', required: true, schema: of }
})

const refused = [400, 401, 403, 404, 413, 415, 500, 503]

/** What an operation answers: as told, else an Echo by 200; or one of the refusals. */
function answers(success: object = { 200: echoed }, further: readonly number[] = []): object {
  const error = { $ref: '#/components/responses/Error' }
  return { ...success, ...Object.fromEntries([...refused, ...further].map(each => [each, error])) }
}

const done = (of: object) => ({
  description: 'Done',
  headers: { 'X-Request-Id': { schema: text } },
  ...content(of)
})
const echoed = done(schema('Echo'))

const pair = { appId: [], appToken: [] }
const managers = { managementId: [], managementToken: [] }
const app = (...scopes: readonly string[]) => ({
  security: [pair, ...['api', ...scopes].map(scope => ({ oauth: [scope] }))]
})

const header = (name: string) => ({ type: 'apiKey', in: 'header', name })
const scopes = { api: 'All', exports: 'Exports', rewards: 'Rewards', SKUs: 'SKUs' }

const common = {
  securitySchemes: {
    appId: header('X-App-Id'),
    appToken: header('X-App-Token'),
    managementId: header('X-Management-Id'),
    managementToken: header('X-Management-Token'),
    oauth: {
      type: 'oauth2',
      flows: {
        clientCredentials: {
          tokenUrl: '/v1/oauth/token',
          scopes: { ...scopes, vouchers: 'Vouchers' }
        }
      }
    }
  },
  responses: { Error: { description: 'Refused', ...content(schema('Error')) } }
}

const mistake = object(
  { key: text, pointer: { ...text, format: 'json-pointer' }, details: text },
  { required: ['key', 'details'] }
)

const commonSchemas = {
  Error: object(
    {
      ...{ code: { type: 'integer' }, key: text, message: text, details: text, request_id: text },
      ...{ resource_id: text, resource_type: text, error: object({ message: text }) },
      errors: { type: 'array', minItems: 2, maxItems: 10, items: mistake }
    },
    { required: ['code', 'key', 'message', 'details', 'request_id'] }
  ),
  Echo: object(
    {
      operation: text,
      params: { type: 'object', additionalProperties: true },
      query: { type: 'object', additionalProperties: true },
      body: {}
    },
    { description: 'What the handler was given.' }
  )
}

export const shop = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1.0.0' },
  servers: [{ url: '/' }],
  tags: [{ name: 'shop', description: 'Everything.' }],
  paths: {
    '/v1/oauth/token': {
      post: {
        operationId: 'issueToken',
        security: [pair],
        requestBody: body(schema('Token'), 'application/x-www-form-urlencoded'),
        responses: answers()
      }
    },
    '/v1/exports': {
      get: {
        operationId: 'listExports',
        ...app('exports'),
        parameters: [
          { $ref: '#/components/parameters/Limit' },
          query('page', { ...natural, maximum: 100, default: 1 }),
          query('order', { ...text, enum: ['created_at', '-created_at'] }),
          query('ids', { type: 'array', maxItems: 2, items: { type: 'integer' } }),
          query('archived', { type: 'boolean' })
        ],
        responses: answers()
      }
    },
    '/v1/rewards': {
      post: {
        operationId: 'createReward',
        ...app('rewards'),
        parameters: [
          {
            ...{ name: 'Idempotency-Key', in: 'header', required: false },
            schema: { ...text, maxLength: 8, pattern: '^[!-~]+$' }
          }
        ],
        requestBody: body(schema('Reward')),
        responses: answers()
      }
    },
    '/v1/campaigns/{campaignId}/vouchers': {
      post: {
        operationId: 'addVouchers',
        ...app('vouchers'),
        parameters: [path('campaignId'), query('vouchers_count', natural)],
        requestBody: { required: false, ...content(strict({ code: text })) },
        responses: answers()
      }
    },
    '/v1/customers/{customerId}': {
      get: {
        operationId: 'getCustomer',
        ...app(),
        parameters: [path('customerId')],
        responses: answers(
          {
            200: done(
              object(
                {
                  id: text,
                  name: { type: ['string', 'null'] },
                  address: { allOf: [object({ city: text }), object({ country: text })] }
                },
                { required: ['id'] }
              )
            )
          },
          [414]
        )
      }
    },
    '/v1/loyalties/members/{memberId}/pending-points': {
      get: {
        operationId: 'listMemberPendingPoints',
        ...app(),
        parameters: [path('memberId')],
        responses: answers()
      }
    },
    '/v1/skus/{skuId}': {
      get: {
        operationId: 'getSku',
        security: [{ oauth: ['SKUs', 'exports'] }],
        parameters: [path('skuId', { ...text, pattern: '^sku_' })],
        responses: answers()
      }
    },
    '/management/v1/projects/{projectId}/metadata-schemas/{metadataSchemaId}': {
      get: {
        operationId: 'getMetadataSchema',
        security: [{}, managers],
        parameters: [path('projectId'), path('metadataSchemaId')],
        responses: answers()
      }
    }
  },
  components: {
    ...common,
    parameters: { Limit: query('limit', schema('Limit')) },
    schemas: {
      Limit: { ...natural, maximum: 100 },
      ...commonSchemas,
      Token: strict(
        {
          grant_type: { ...text, enum: ['client_credentials'] },
          scope: { ...text, minLength: 1 },
          access_token: text
        },
        { required: ['grant_type', 'scope'] }
      ),
      Fixed: strict(
        {
          type: { ...text, const: 'FIXED' },
          points: { oneOf: [natural, { ...text, pattern: '^\\d+$' }] }
        },
        { required: ['type', 'points'] }
      ),
      Proportional: strict(
        { type: { ...text, const: 'PROPORTIONAL' }, every: natural },
        { required: ['type', 'every'] }
      ),
      Loyalty: {
        oneOf: [schema('Fixed'), schema('Proportional')],
        discriminator: {
          propertyName: 'type',
          mapping: { FIXED: schema('Fixed').$ref, PROPORTIONAL: schema('Proportional').$ref }
        }
      },
      Item: strict({ product_id: text, quantity: natural }, { required: ['product_id'] }),
      Reward: strict(
        {
          name: { ...text, minLength: 1, maxLength: 20, example: 'Mug' },
          stock: { type: ['integer', 'null'] },
          active: { type: 'boolean', default: true },
          start_date: { ...text, format: 'date-time' },
          expiration_date: { ...text, format: 'date-time' },
          loyalty: schema('Loyalty'),
          ratio: { type: ['integer', 'string'] },
          items: { type: 'array', maxItems: 3, items: schema('Item') },
          metadata: { type: 'object', additionalProperties: true }
        },
        {
          ...{ required: ['name'], 'x-note': 'annotation' },
          dependentRequired: { expiration_date: ['start_date'] }
        }
      )
    }
  },
  'x-generated': 'by hand'
}

export const desk = {
  openapi: '3.1.0',
  info: { title: 'Desk', version: '1.0.0' },
  servers: [{ url: '/' }],
  security: [pair],
  paths: {
    '/v1/customers/{id}': {
      put: {
        operationId: 'updateCustomer',
        parameters: [path('id')],
        requestBody: { $ref: '#/components/requestBodies/Name' },
        responses: answers()
      }
    },
    '/v1/loyalties/{campaignId}/members/{memberId}/pending-points': {
      get: {
        operationId: 'listProgramMemberPendingPoints',
        parameters: [path('campaignId'), path('memberId')],
        responses: answers()
      }
    },
    '/v1/loyalties/{programId}/{part}/report/pending-points': {
      get: {
        operationId: 'getProgramReport',
        parameters: [path('programId'), path('part')],
        responses: answers()
      }
    },
    '/v1/vouchers/{code}': {
      get: { operationId: 'getVoucher', parameters: [path('code')], responses: answers() },
      delete: {
        operationId: 'deleteVoucher',
        parameters: [path('code')],
        responses: answers({ 204: { description: 'Gone' } })
      }
    },
    '/v1/vouchers/import': {
      post: {
        operationId: 'importVouchers',
        requestBody: body({
          ...{ type: 'array', maxItems: 2000 },
          items: object({ code: text, parent: schema('Node') }, { required: ['code'] })
        }),
        responses: answers({ 202: echoed })
      }
    },
    '/v1/vouchers/{code}/enable': {
      post: { operationId: 'enableVoucher', parameters: [path('code')], responses: answers() }
    },
    '/management/v1/projects': {
      get: { operationId: 'listProjects', security: [managers], responses: answers() }
    }
  },
  components: {
    ...common,
    schemas: {
      ...commonSchemas,
      Node: strict({ name: text, child: schema('Node') }, { 'x-note': 'annotation' })
    },
    requestBodies: { Name: body(strict({ name: text })) }
  },
  'x-generated': 'by hand'
}
