/**
 * What the docs page does otherwise than its library: it shows every operation, also of a long
 * document and on paper, says the demo's credentials where they are asked for, starts without a
 * filter, lists the error keys, links to guides and rules, and sends no request before it has read
 * the operation.
 *
 * The functions below run in the browser and are sent as their own text, so they use each other and
 * nothing else of this module.
 */
import type { DemoCredentials } from './types.ts'

/** A value of the page's library, whose parts are not typed. */
// biome-ignore lint/suspicious/noExplicitAny: the library has no types for its plugins.
type Part = any

/** A text that the page links to. */
export interface TextLink {
  readonly url: string
  readonly title: string
}

/** The script of the page; `demo` is null where there is no demo, or its keys are refused. */
export function docsScript(demo: DemoCredentials | null, texts: readonly TextLink[]): string {
  const changes = [withoutFilters, operationsOf, executeOf, errorKeysOf, textsOf, hintsOf, typedBy]
  const parts = [...changes, extendPage]
  const given = `${JSON.stringify(demo)}, ${JSON.stringify(texts)}`
  return `(() => {\n${parts.join('\n')}\nextendPage(window, ${given})\n})()`
}

/** Adds ours to the plugins of the page, which is made once it is loaded. */
function extendPage(page: Part, demo: DemoCredentials | null, texts: Part): void {
  const plugin = ({ React }: Part) => {
    const withHint = hintsOf(React, typedBy(demo))
    const leanSpec = (update: Part) => (json: Part) => update(withoutFilters(json))
    return {
      components: { operations: operationsOf(React) },
      wrapComponents: {
        AuthItem: withHint,
        oauth2: withHint,
        execute: executeOf(React),
        Models: errorKeysOf(React),
        InfoContainer: textsOf(React, texts)
      },
      statePlugins: { spec: { wrapActions: { updateJsonSpec: leanSpec } } }
    }
  }
  const library = page.SwaggerUIBundle
  const extended = (config: Part) => library({ ...config, plugins: [...config.plugins, plugin] })
  page.SwaggerUIBundle = Object.assign(extended, library)
}

/** Optional parameters of a query lose their examples, which would narrow what is answered. */
function withoutFilters(value: Part): Part {
  if (Array.isArray(value)) return value.map(withoutFilters)
  if (typeof value !== 'object' || value === null) return value
  const inner = Object.entries(value).map(([key, each]) => [key, withoutFilters(each)])
  const copy = Object.fromEntries(inner)
  if (copy.in !== 'query' || copy.required === true || copy.schema === undefined) return copy
  const { example: _one, examples: _all, ...parameter } = copy
  const { example: _first, examples: _more, ...schema } = copy.schema
  return { ...parameter, schema }
}

/** The library leaves out what is not on the screen, which no search and no printer finds. */
function operationsOf({ createElement }: Part): Part {
  return ({ specSelectors, getComponent, ...system }: Part) => {
    const Tag = getComponent('OperationTag')
    const Operation = getComponent('OperationContainer', true)
    const tags = specSelectors.taggedOperations().entrySeq().toArray()
    if (tags.length === 0) return createElement('h3', null, 'No operation fits the filter.')
    const blockOf = (tag: Part) => (op: Part) => {
      const [path, method] = [op.get('path'), op.get('method')]
      const place = { key: `${path} ${method}`, specPath: op.get('specPath') }
      return createElement(Operation, { ...place, op, path, method, tag })
    }
    const shown = tags.map(([tag, tagObj]: Part) => {
      const blocks = tagObj.get('operations').toArray().map(blockOf(tag))
      const given = { key: tag, tag, tagObj, getComponent, specUrl: specSelectors.url(), ...system }
      return createElement(
        Tag,
        given,
        createElement('div', { className: 'operation-tag-content' }, blocks)
      )
    })
    return createElement('div', null, shown)
  }
}

/**
 * The library shows its button before it has read the operation, which takes seconds in a long
 * document. Pressed then, it sent nothing and could never be pressed again.
 */
function executeOf({ createElement }: Part): Part {
  return (Execute: Part) => (props: Part) => {
    const isUnread = props.operation.size === 0
    return createElement(Execute, { ...props, disabled: props.disabled || isUnread })
  }
}

/** The table of error keys, folded, before the schemas. */
function errorKeysOf({ createElement }: Part): Part {
  return (Schemas: Part, { getComponent, specSelectors }: Part) =>
    (props: Part) => {
      const place = ['components', 'schemas', 'ApiError', 'properties', 'key', 'description']
      const source = specSelectors.specJson().getIn(place)
      const section = createElement(
        'details',
        { className: 'error-keys' },
        createElement('summary', null, 'Error keys'),
        source && createElement(getComponent('Markdown', true), { source })
      )
      return createElement('div', null, section, createElement(Schemas, props))
    }
}

/** Links to the texts about the service, below what the document says of itself. */
function textsOf({ createElement }: Part, texts: Part): Part {
  const listed = texts.map(({ url, title }: Part) =>
    createElement('li', { key: url }, createElement('a', { href: url, target: '_blank' }, title))
  )
  const section = createElement(
    'nav',
    { className: 'texts', 'aria-label': 'Guides and rules' },
    createElement('h2', null, 'Guides and rules'),
    createElement('ul', null, listed)
  )
  return (Info: Part) => (props: Part) =>
    createElement('div', null, createElement(Info, props), section)
}

/** What a scheme asks for, with what the demo would type below it. */
function hintsOf({ createElement }: Part, typed: Readonly<Record<string, string>>): Part {
  return (Asking: Part) => (props: Part) => {
    const value = typed[props.name]
    const hint = value && createElement('p', { className: 'demo-hint' }, 'The demo’s: ', value)
    return createElement('div', null, createElement(Asking, props), hint)
  }
}

/** By security scheme: what is typed into its fields for the demo. */
function typedBy(demo: DemoCredentials | null): Readonly<Record<string, string>> {
  if (demo === null) return {}
  const client = `${demo.appId} and ${demo.appToken}`
  return { ...demo, basic: client, oauth: client }
}

/** How what the script adds looks. */
export const DOCS_STYLE = `
.swagger-ui .demo-hint { margin: 0 0 20px; font-family: monospace; font-weight: bold }
.swagger-ui .texts { max-width: 1460px; margin: 0 auto 30px; font-family: sans-serif }
.swagger-ui .texts h2 { font-size: 18px }
.swagger-ui .texts ul { columns: 16em; margin: 0; padding: 0; list-style: none }
.swagger-ui .texts li { padding: 3px 0; font-size: 14px }
.swagger-ui .error-keys { margin: 30px 0; font-family: sans-serif; overflow-x: auto }
.swagger-ui .error-keys summary { font-size: 24px; font-weight: bold; cursor: pointer }
.swagger-ui .error-keys td, .swagger-ui .error-keys th {
  padding: 4px 12px 4px 0; text-align: left; vertical-align: top
}
`
