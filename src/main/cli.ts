#!/usr/bin/env node
/**
 * The command `tessera`: loads its program and runs it, or refuses a Node that is too old. An old
 * Node must be able to read this file, and reads what a file imports at its top before it runs a
 * line of it. So nothing is imported there.
 */

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major > 22 || (major === 22 && minor >= 18)) void runCommand()
else {
  console.error(
    `Tessera needs Node 22.18 or later, and this is Node ${process.versions.node}. ` +
      'Install a newer one, from https://nodejs.org for instance, and run the command again.'
  )
  process.exitCode = 1
}

async function runCommand(): Promise<void> {
  const { loadQuickly } = await import('./loading.ts')
  const [command, ...rest] = process.argv.slice(2)
  // Its program is another one, and it has no time to load both.
  if (command === 'serve') {
    const { start } = await loadQuickly(() => import('./start.ts'))
    await start(rest)
    return
  }
  const { runHere } = await loadQuickly(() => import('./command-line.ts'))
  process.exitCode = await runHere(process.argv.slice(2))
}
