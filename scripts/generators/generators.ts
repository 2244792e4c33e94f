/**
 * The generators of clients that every document is tried with, and how each is told what to read
 * and where to write. None is given an overlay, a patch, or an option that bends the document; what
 * one gets wrong by itself stands beside it.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Reads the document at `input` and writes into the folder `output`; both are absolute paths. */
export interface Generator {
  readonly name: string
  /** The script of its command, under `node_modules`. */
  readonly script: string
  readonly options: (input: string, output: string) => readonly string[]
  /** How a file beside the folder `made` names what was made of a component. */
  readonly types: Types
  /** For one that takes its options from a file only: the text of the file at `../config.js`. */
  readonly config?: (input: string, output: string) => string
  /** Lines of the compiler about what it gets wrong by itself, of which each must come. */
  readonly ownMistakes?: readonly RegExp[]
  /** Whether it is tried before a release only. */
  readonly isForReleases?: true
  /** Whether what it writes does something when it is imported, and may fail there. */
  readonly imported?: true
}

interface Types {
  readonly imports: (components: readonly string[]) => readonly string[]
  readonly named: (component: string) => string
}

/** Where every component has an exported type of its name. */
const EXPORTED: Types = {
  imports: () => ["import type * as made from './made/index.ts'"],
  named: component => `made.${component}`
}

/** Where every component has a file of its own. */
const inFilesOf = (folder: string): Types => ({
  imports: components =>
    components.map(each => `import type { ${each} } from './made/${folder}/${each}.ts'`),
  named: component => component
})

export const generators: readonly Generator[] = [
  {
    name: 'openapi-typescript',
    types: {
      imports: () => ["import type { components } from './made/index.ts'"],
      named: component => `components['schemas']['${component}']`
    },
    script: 'openapi-typescript/bin/cli.js',
    options: (input, output) => [input, '--output', join(output, 'index.ts')]
  },
  {
    name: 'hey-api',
    types: EXPORTED,
    script: '@hey-api/openapi-ts/bin/run.js',
    options: (input, output) => ['--input', input, '--output', output, '--silent', '--no-log-file']
  },
  {
    name: 'orval',
    types: EXPORTED,
    script: 'orval/dist/bin/orval.mjs',
    options: (input, output) => [
      ...['--input', input, '--output', join(output, 'index.ts')],
      ...['--client', 'fetch', '--quiet', '--fail-on-warnings']
    ]
  },
  {
    name: 'swagger-typescript-api',
    types: EXPORTED,
    script: 'swagger-typescript-api/dist/cli.mjs',
    options: (input, output) => [
      ...['generate', '--path', input, '--output', output, '--name', 'index.ts', '--silent']
    ]
  },
  {
    name: 'oazapfts',
    types: EXPORTED,
    script: 'oazapfts/dist/cli.js',
    options: (input, output) => [input, join(output, 'index.ts')],
    imported: true
  },
  {
    name: 'openapi-zod-client',
    types: {
      imports: () => ["import type { z } from 'zod'", "import { schemas } from './made/index.ts'"],
      named: component => `z.input<typeof schemas.${component}>`
    },
    // Version 1.18.3 writes a null among the values of an enumeration where its types take texts.
    ownMistakes: [
      /TS2769: No overload matches this call/,
      /^ +(Overload \d of 2, '\(values|Argument of type '\[(string, )+null\]'|Type )/
    ],
    script: 'openapi-zod-client/bin.js',
    options: (input, output) => [input, '--output', join(output, 'index.ts'), '--export-schemas'],
    imported: true
  },
  {
    name: 'kubb',
    types: inFilesOf('types'),
    script: '@kubb/cli/bin/kubb.cjs',
    options: (_, output) => ['generate', '--silent', '--config', join(output, '../config.js')],
    config: (input, output) =>
      [
        "import { pluginOas } from '@kubb/plugin-oas'",
        "import { pluginTs } from '@kubb/plugin-ts'",
        'export default {',
        `  root: ${JSON.stringify(output)},`,
        `  input: { path: ${JSON.stringify(input)} },`,
        "  output: { path: '.', clean: true },",
        "  plugins: [pluginOas({ validate: true }), pluginTs({ output: { path: 'types' } })]",
        '}'
      ].join('\n')
  },
  {
    name: 'ng-openapi-gen',
    types: {
      imports: () => ["import type * as made from './made/models.ts'"],
      named: component => `made.${component}`
    },
    script: 'ng-openapi-gen/lib/index.js',
    options: (input, output) => [
      ...['--input', input, '--output', output, '--silent', 'true'],
      // The documents have a type for every body, also where an operation takes a list of them.
      ...['--ignoreUnusedModels', 'false']
    ]
  },
  {
    name: 'openapi-typescript-codegen',
    isForReleases: true,
    types: inFilesOf('models'),
    script: 'openapi-typescript-codegen/bin/index.js',
    // Version 0.31.0 names an enumeration like its property, also where TypeScript has that word.
    options: (input, output) => ['--input', input, '--output', output, '--useUnionTypes'],
    // It leaves out that a component of OpenAPI 3.0 may be null.
    ownMistakes: [/TS2322: Type 'null' is not assignable to type '\w+OrNull \| undefined'/]
  },
  {
    name: 'orval-mocks',
    isForReleases: true,
    types: {
      imports: () => ["import type * as made from './made/index.schemas.ts'"],
      named: component => `made.${component}`
    },
    script: 'orval/dist/bin/orval.mjs',
    options: (_, output) => ['--config', join(output, '../config.js'), '--quiet'],
    // Version 8.38.0 imports no type into mocks unless they have files of their own.
    config: (input, output) =>
      [
        'export default { document: {',
        `  input: ${JSON.stringify(input)},`,
        '  output: {',
        `    target: ${JSON.stringify(join(output, 'index.ts'))},`,
        "    client: 'fetch', mode: 'split', mock: true",
        '  }',
        '} }'
      ].join('\n'),
    // It takes the value of an enumeration of one for the object that it makes of it.
    ownMistakes: [/index\.faker\.ts.*TS2322/, /^ /]
  }
]

/** Writes the options of a generator that takes them from a file. */
export async function writeConfig(
  { config }: Generator,
  input: string,
  output: string
): Promise<void> {
  if (config !== undefined) await writeFile(join(output, '../config.js'), config(input, output))
}
