/** Limits of requests and connections that no setting changes. */
export const limits = {
  /** Bytes of a request body; bulk products are the largest (10 MiB, as public clients expect). */
  bodyBytes: 10_485_760,
  /** Bytes of a form without a file: it is parsed at once, and before it is known who sends it. */
  formBytes: 16_384,
  /** Bytes of a body that is always read, however many large ones are under way. */
  smallBodyBytes: 65_536,
  /** Bytes of a body that is read the moment it has come; of larger ones one at a time is. */
  spreadBodyBytes: 8_192,
  /** Bytes of memory of larger bodies under way together (64 MiB): six of the largest that wait. */
  bodiesBytes: 67_108_864,
  /** Bytes of those that one key pair may hold: half, so that the others get in. */
  ownBodiesBytes: 33_554_432,
  /** Requests of one process that wait for room for their bodies: each has 128 KiB in its socket. */
  waitingBodies: 128,
  /** Those of one key pair: half, so that the others can wait, too. */
  ownWaitingBodies: 64,
  /** Milliseconds for which one of them waits; clients wait for their answers for longer. */
  roomWaitMs: 10_000,
  /** Milliseconds in which a body comes swiftly; then it counts by what has come of it. */
  arrivalMs: 5_000,
  /** Characters of one decoded path parameter: those of the longest codes and source ids. */
  pathParameterLength: 512,
  /** Values of a JSON body; the largest that a document lets one thing have is 236,784. */
  bodyValues: 250_000,
  /** Values of a JSON body that is a list: 100,000 products of six values. */
  listValues: 600_000,
  /** Names of one object; metadata of 65,536 characters has fewer than 11,000. */
  objectNames: 20_000,
  /** Values of a body up to which all of its mistakes are looked for, and not only the first. */
  searchedValues: 5_000,
  /** Milliseconds an idle keep-alive connection stays open; above what load balancers keep. */
  keepAliveMs: 72_000,
  /** Milliseconds in which a caller sends the headers of a request, from the connection on. */
  headersMs: 60_000,
  /** Milliseconds in which something moves on a new connection or one with an unread answer. */
  stillMs: 60_000,
  /** Requests of one connection that wait for their answers; no client is known to send more. */
  requestsOfConnection: 16,
  /** Connections of one process, further ones are closed at once: about 20 KB each when idle. */
  connections: 10_000,
  /** Milliseconds after which a connection that is too slow may still be there. */
  connectionsCheckMs: 1_000
} as const
