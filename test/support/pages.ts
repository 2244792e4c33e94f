/**
 * A reader of the pages for people: every command of a page in one shell, in its order, from an
 * empty folder. Nothing is left in the home of the reader.
 *
 * A block of code is told apart by its language. `sh` is given to the shell. `text` after it is what
 * it prints; `…` stands for what differs from run to run. A block of another language that begins
 * with a comment such as `# shop.yaml` is written into that file.
 *
 * What installs is ours: npm has nothing to download where the packages are those of the repository.
 * `npm run pack:check` packs the package and installs it.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { execPath } from 'node:process'
import { text } from 'node:stream/consumers'
import type { Test } from 'tap'
import { temporaryFolder } from '../storage/support/engines.ts'
import { root } from './root.ts'

/** A block of code of a page. */
export interface Block {
  readonly language: string
  readonly code: string
}

/** The blocks of a page, in their order. */
export function blocksOf(page: string): readonly Block[] {
  const markdown = readFileSync(join(root, page), 'utf8')
  return [...markdown.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(
    ([, language = '', code = '']) => ({ language, code })
  )
}

/** The file that a block is written into; null when it names none. */
export function fileOf({ code }: Block): string | null {
  return /^(?:#|\/\/) (\S+\.\w+)\n/.exec(code)?.[1] ?? null
}

export interface Reading {
  /** Blocks that are not played, by their first line without its comment, and why. */
  readonly unplayed?: Readonly<Record<string, string>>
  /** Texts of the page, and what stands there for this reader, such as a free port. */
  readonly own?: Readonly<Record<string, string>>
  readonly environment?: NodeJS.ProcessEnv
  /** Where the reader begins; an empty folder unless it is given. */
  readonly folder?: string
}

/** Plays a page: no command fails, what is shown is printed, and the home is left empty. */
export async function playPage(t: Test, page: string, reading: Reading = {}): Promise<string> {
  const { unplayed = {}, folder = temporaryFolder(t) } = reading
  const blocks = blocksOf(page)
  const isLeft = (block: Block | undefined) =>
    block !== undefined && Object.hasOwn(unplayed, commandOf(block.code))
  for (const line of Object.keys(unplayed)) {
    t.ok(
      blocks.some(({ code }) => commandOf(code) === line),
      `${page} has the block: ${line}`
    )
  }
  const home = temporaryFolder(t)
  const played = blocks.filter(
    (block, index) => !isLeft(block) && !(block.language === 'text' && isLeft(blocks[index - 1]))
  )
  const script = played.map(scriptOf).join('\n')
  const { code, out, complained } = await playShell(t, script, { ...reading, folder, home })
  t.equal(code, 0, `no command of ${page} fails\n${out}\n${complained}`)
  if (code !== 0) return folder
  const printed = out.split(MARK)
  for (const [index, { language, code: shown }] of played.entries()) {
    if (language !== 'text') continue
    t.match(
      printed[index - 1],
      patternOf(shown),
      `what ${firstLine(String(played[index - 1]?.code))} prints`
    )
  }
  t.strictSame(readdirSync(home), [], `${page} writes nothing into the home`)
  return folder
}

/** Between what two blocks print. */
const MARK = '--- the end of a block\n'

function firstLine(code: string): string {
  return code.slice(0, code.indexOf('\n'))
}

/** The first line without the comment after it, which may be worded anew. */
function commandOf(code: string): string {
  return firstLine(code).replace(/\s+# .*$/, '')
}

function scriptOf(block: Block): string {
  const { language, code } = block
  const file = fileOf(block)
  const mark = `printf '%s' '${MARK}'`
  if (language === 'sh') return `${code}\n${mark}`
  if (language === 'text') return mark
  if (file === null) throw new Error(`A block of ${language} names no file: ${firstLine(code)}`)
  return `cat > ${file} <<'END OF FILE'\n${code}END OF FILE\n${mark}`
}

/** The whole of what is printed, in which `…` may be anything. */
function patternOf(shown: string): RegExp {
  const parts = shown.trimEnd().split('…').map(literal)
  return new RegExp(`^${parts.join('[^]*?')}\\s*$`)
}

/** A pattern of a text itself. */
function literal(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

interface Place extends Pick<Reading, 'own' | 'environment'> {
  readonly folder: string
  readonly home?: string
}

/** What commands print, given to a shell with the settings and packages of a reader. */
export async function playShell(
  t: Test,
  script: string,
  { own = {}, environment, folder, home = folder }: Place
) {
  // At once, since what stands there for the reader may hold another of the texts.
  const texts = Object.keys(own).map(literal)
  const said =
    texts.length === 0
      ? script
      : script.replaceAll(new RegExp(texts.join('|'), 'g'), text => String(own[text]))
  const commands = givenCommands(temporaryFolder(t))
  const child = spawn('bash', ['-c', `set -euo pipefail\n${said}`], {
    cwd: folder,
    env: {
      HOME: home,
      TMPDIR: temporaryFolder(t),
      // What npm itself would keep at home.
      npm_config_cache: temporaryFolder(t),
      TESSERA: root,
      // Each command starts a program, which is compiled once for all of them.
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      // A program that ends within a second need not look through what it has made.
      NODE_OPTIONS: '--max-semi-space-size=32',
      // A machine that is slow for a second would refuse requests.
      EVENT_LOOP_DELAY_MAX_MS: '60000',
      ...environment,
      PATH: [commands, dirname(execPath), environment?.['PATH'] ?? process.env['PATH']].join(':')
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true
  })
  // What the page leaves running is of the shell's group, and ends with it.
  const end = () => {
    try {
      process.kill(-Number(child.pid), 'SIGKILL')
    } catch {
      // There is nobody left in it.
    }
  }
  t.teardown(end)
  const printed = Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = await once(child, 'exit')
  end()
  const [out, complained] = await printed
  return { code: code as number | null, out, complained }
}

/** npm, which installs what the repository has already. */
function givenCommands(folder: string): string {
  const cli = join(root, 'src/main/cli.ts')
  const npm = `#!/bin/bash
packages="${root}/node_modules" mock="${root}/scripts/bench/mock/node_modules"
case "$1" in
  ci|pack) ;;
  install)
    mkdir -p node_modules/.bin
    for name; do
      case "$name" in
        *.tgz)
          ln -sfn "${root}" node_modules/tessera
          printf '#!/bin/sh\\nexec "${execPath}" "${cli}" "$@"\\n' > node_modules/.bin/tessera
          chmod +x node_modules/.bin/tessera ;;
        @stoplight/prism-cli@*)
          ln -sfn "$mock/@stoplight/prism-cli/dist/index.js" node_modules/.bin/prism ;;
        @pact-foundation/pact@*)
          mkdir -p node_modules/@pact-foundation
          ln -sfn "$mock/@pact-foundation/pact" node_modules/@pact-foundation/pact ;;
        -*|install) ;;
        *) ln -sfn "$packages/$name" "node_modules/$name" ;;
      esac
    done ;;
  *) exec env PATH="${[dirname(execPath), process.env['PATH']].join(':')}" npm "$@" ;;
esac
`
  writeFileSync(join(folder, 'npm'), npm, { mode: 0o755 })
  return folder
}

/** A folder like a clone of the repository, whose data is its own. */
export function givenClone(t: Test): string {
  const folder = temporaryFolder(t)
  for (const name of ['package.json', 'node_modules', 'generated', 'openapi', 'src']) {
    symlinkSync(join(root, name), join(folder, name))
  }
  return folder
}
