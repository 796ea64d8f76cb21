-- Packets on the network interfaces, and the radio time caused by them.
INCLUDE PERFETTO MODULE std.metasql.unparenthesize;

-- Packets, or sums of packets, with the app that they belong to.
CREATE PERFETTO VIEW android_network_packets AS
SELECT
  s.id, s.ts, s.dur, s.category AS track_name, s.name AS package_name, p.iface, p.direction, p.packet_count, p.packet_length,
  p.packet_transport, p.packet_tcp_flags_str AS packet_tcp_flags, p.packet_tcp_flags AS packet_tcp_flags_int,
  p.socket_tag_str AS socket_tag, p.socket_tag AS socket_tag_int, p.socket_uid, p.local_port, p.remote_port, p.packet_icmp_type,
  p.packet_icmp_code
FROM __intrinsic_android_network_packets AS p
JOIN slice AS s ON s.id = p.id;

-- Numbers the groups of overlapping rows of a partition: a row that starts after all previous ones have ended starts a group.
CREATE PERFETTO MACRO _network_groups(src TableOrSubquery, partition_columns ColumnNameList) RETURNS TableOrSubquery AS (
  SELECT
    *,
    sum(CASE WHEN end_before IS NULL OR ts > end_before THEN 1 ELSE 0 END) OVER (
      PARTITION BY metasql_unparenthesize_exprlist!($partition_columns) ORDER BY ts) AS group_id
  FROM (
    SELECT
      *,
      max(ts + dur) OVER (
        PARTITION BY metasql_unparenthesize_exprlist!($partition_columns)
        ORDER BY ts ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS end_before
    FROM $src
  )
);

-- Periods in which a network was active: it stays active for `timeout` ns after each packet, and the packets of a period are summed.
CREATE PERFETTO MACRO android_network_uptime_spans(src TableOrSubquery, partition_columns ColumnNameList, timeout Expr)
RETURNS TableOrSubquery AS (
  WITH
    _network_awake AS (
      -- Packets within one timeout belong to one period in any case, which reduces the number of rows.
      SELECT
        metasql_unparenthesize_exprlist!($partition_columns), sum(packet_length) AS packet_length, sum(packet_count) AS packet_count,
        max(ts + dur) + $timeout - min(ts) AS dur, min(ts) AS ts
      FROM $src
      GROUP BY metasql_unparenthesize_exprlist!($partition_columns), ts // $timeout
    )
  SELECT
    metasql_unparenthesize_exprlist!($partition_columns),
    min(ts) AS ts,
    max(ts + dur) - min(ts) AS dur,
    sum(packet_count) AS packet_count,
    sum(packet_length) AS packet_length
  FROM _network_groups!(_network_awake, $partition_columns)
  GROUP BY metasql_unparenthesize_exprlist!($partition_columns), group_id
);

-- Active network time added by each row, in ns: the time since the previous row, at most `timeout`, plus its share (by packets) of the
-- length of a group of overlapping rows.
CREATE PERFETTO MACRO android_network_uptime_cost(src TableOrSubquery, partition_columns ColumnNameList, timeout Expr)
RETURNS TableOrSubquery AS (
  SELECT
    id,
    CASE WHEN end_before IS NULL OR ts - end_before > $timeout THEN $timeout WHEN ts < end_before THEN 0 ELSE ts - end_before END
      + group_dur * packet_count / group_packets AS uptime_cost
  FROM (
    SELECT
      id, ts, packet_count, end_before,
      sum(packet_count) OVER (
        PARTITION BY metasql_unparenthesize_exprlist!($partition_columns), group_id) AS group_packets,
      max(ts + dur) OVER (PARTITION BY metasql_unparenthesize_exprlist!($partition_columns), group_id)
        - min(ts) OVER (PARTITION BY metasql_unparenthesize_exprlist!($partition_columns), group_id) AS group_dur
    FROM _network_groups!($src, $partition_columns)
  )
);
