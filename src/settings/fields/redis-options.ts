/** How to reach Redis, Redis Cluster or a master of Redis Sentinel, as a caller writes it. */

export interface RedisOptions {
  /** Name that the server shows for the connection. Absent: none. */
  readonly client_name?: string | undefined;
  /** `host:port` of one server, of cluster members or of Sentinels, such as `["redis.example.com:6379"]`. */
  readonly address?: readonly string[] | null | undefined;
  /** Of the ACL. Absent: the default user of the server. */
  readonly username?: string | undefined;
  /** Absent: none. */
  readonly password?: string | null | undefined;
  /**
   * Forces cluster routing. When off, a Redis Cluster is detected automatically.
   * @default false
   */
  readonly cluster?: boolean | undefined;
  /** With it `address` names Redis Sentinel, which is asked for this master. Absent: no Sentinel. */
  readonly sentinel_master?: string | undefined;
  /** At the Sentinels; `username` and `password` are those of Redis. Absent: their default user. */
  readonly sentinel_username?: string | undefined;
  /** At the Sentinels. Absent: none. */
  readonly sentinel_password?: string | null | undefined;
  /** TLS to the server. Files are read on the instance that connects. */
  readonly tls?: RedisTlsOptions | null | undefined;
}

export interface RedisTlsOptions {
  /**
   * TLS to the server.
   * @default false
   */
  readonly enabled?: boolean | undefined;
  /** File with the client certificate in PEM; needs `key_file`. */
  readonly cert_file?: string | undefined;
  /** File with the key of the client certificate in PEM; needs `cert_file`. */
  readonly key_file?: string | undefined;
  /** File with the root of the server certificate in PEM. Absent: the roots of the system. */
  readonly ca_file?: string | undefined;
}
