/** Publications: a voucher is given to a customer, and the record of it. Spec: Publication. */
import { createPublication } from '../decisions/publications.ts'
import type { Handlers, Kit } from '../http/kit.ts'
import {
  publicationCommand,
  publicationsWanted,
  viewPublication
} from '../http/wire/publications.ts'
import { listed } from '../http/wire.ts'
import { loadCreatePublication, publicationsPage } from '../storage/publications.ts'

export function publicationHandlers({ linked, list, write }: Kit) {
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
