/**
 * What a caller showed, to be held against the rows by the unit that serves the request.
 */
import type { Project } from '../model.ts'
import type { Session } from '../storage/engine/session.ts'
import type { Proof } from './types.ts'

/** Why a caller whose sandbox is another one by now is refused, and what it can do. */
export const BEGAN_ANEW =
  'This project of the sandbox began anew, or was deleted, before the request was carried out. ' +
  'Nothing of it was. Send it again if it is meant for what the project is now.'

/** What a caller is judged by once more. */
export interface Judges {
  /** @throws {HttpFailure} when the sandbox of the project is not the one that was asked. */
  readonly isThere: () => void
  /** Whether what was shown is still so in the rows that the session sees. */
  readonly stands: (session: Session) => Promise<boolean>
  /** The project as a session sees it. @throws {HttpFailure} when the caller is refused by now. */
  readonly judged: (session: Session) => Promise<Project | null>
  /** Reads in a unit of its own. */
  readonly look: (unit: (session: Session) => Promise<void>) => Promise<void>
}

/** Confirmed once for each request: by its unit, or alone where there is none. */
export class CredentialProof implements Proof {
  readonly #project: Project
  readonly #judges: Judges
  #confirmed = false

  constructor(project: Project, judges: Judges) {
    this.#project = project
    this.#judges = judges
  }

  get confirmed(): boolean {
    return this.#confirmed
  }

  async confirm(session: Session): Promise<void> {
    const { isThere, stands, judged } = this.#judges
    isThere()
    // What is answered is signed with the secret that the unit sees, and not with that of memory.
    if (!(await stands(session))) Object.assign(this.#project, await judged(session))
    this.#confirmed = true
  }

  async confirmAlone(): Promise<void> {
    const { isThere, look } = this.#judges
    await look(session => this.confirm(session))
    // It may have begun anew while the rows were looked at.
    isThere()
  }
}
