/** Publications: a voucher is given to a customer, and the record of it. Spec: Publication. */
import { createPublication } from '../decisions/publications.ts'
import { kitOf } from '../http/kit.ts'
import type { HttpShell } from '../http/shell.ts'
import type { Handlers } from '../http/types.ts'
import {
  publicationCommand,
  publicationsWanted,
  viewPublication
} from '../http/wire/publications.ts'
import { listed } from '../http/wire.ts'
import { loadCreatePublication, publicationsPage } from '../storage/publications.ts'

export function publicationHandlers(shell: HttpShell) {
  const { linked, list, write } = kitOf(shell)
  return {
    createPublication: write({
      command: ({ body, query }) => publicationCommand(body, query),
      load: ({ asked }, { caller }) => loadCreatePublication(caller.project, asked),
      decide: (facts, { command }, occasion) => createPublication(facts, command, occasion),
      view: linked(viewPublication)
    }),

    listPublications: list(
      (session, order, page, { query, caller }) => {
        const wanted = { ...publicationsWanted(query), order }
        return publicationsPage(session, caller.project, wanted, page)
      },
      linked(listed('publications', viewPublication))
    )
  } satisfies Handlers
}
