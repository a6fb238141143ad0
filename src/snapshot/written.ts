/** Who wrote a row and when, as every record says it. */

/** Times are RFC 3339 in UTC. */
export interface Written {
  readonly created_at: string;
  readonly updated_at: string;
  readonly updated_by: string;
}

interface WrittenRow {
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly updated_by: string;
}

/** Times of a row as they go over the wire. */
export const written = (row: WrittenRow): Written => ({
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  updated_by: row.updated_by,
});
