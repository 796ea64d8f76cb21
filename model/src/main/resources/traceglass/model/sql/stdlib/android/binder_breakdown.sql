-- What binder calls spent their time on.
INCLUDE PERFETTO MODULE android.binder;
INCLUDE PERFETTO MODULE intervals.overlap;
INCLUDE PERFETTO MODULE intervals.intersect;
INCLUDE PERFETTO MODULE slices.with_context;

-- The cause of a time from the deepest slice, what the thread did, and whether the slice is the call's own.
CREATE PERFETTO FUNCTION _binder_reason(
  name STRING, state STRING, io_wait LONG, binder_txn_id LONG, binder_reply_id LONG, flat_id LONG
) RETURNS STRING AS
SELECT CASE
  WHEN $name = 'mm_vmscan_direct_reclaim' THEN 'kernel_memory_reclaim'
  WHEN starts_with($name, 'GC: Wait For') THEN 'userspace_memory_reclaim'
  WHEN $state = 'S' AND (starts_with($name, 'monitor contention') OR starts_with($name, 'Lock contention on a monitor lock')) THEN 'monitor_contention'
  WHEN $state = 'S' AND starts_with($name, 'Lock contention') THEN 'art_lock_contention'
  WHEN $state = 'S' AND $flat_id <> $binder_reply_id AND $flat_id <> $binder_txn_id AND $name IN ('binder transaction', 'binder reply') THEN 'binder'
  WHEN $state = 'S' AND $name = 'Contending for pthread mutex' THEN 'mutex_contention'
  WHEN $state <> 'S' AND $io_wait = 1 THEN 'io'
  ELSE $state
END;

-- Calls' own slices on one side without nesting: at every time the deepest slice, with what the thread did.
CREATE PERFETTO MACRO _binder_side(id ColumnName, ts ColumnName, dur ColumnName) RETURNS TableOrSubquery AS
(
  WITH RECURSIVE
    _bs_roots AS (SELECT $id AS id, min($ts) AS ts, min($dur) AS dur FROM android_binder_txns WHERE $dur > 0 GROUP BY $id),
    _bs_below(root_id, id, parent_id, ts, dur) AS (
      SELECT r.id, s.id, s.parent_id, s.ts, s.dur FROM _bs_roots AS r JOIN slice AS s ON s.parent_id = r.id
      UNION ALL
      SELECT b.root_id, s.id, s.parent_id, s.ts, s.dur FROM _bs_below AS b JOIN slice AS s ON s.parent_id = b.id
    ),
    _bs_flat AS (
      SELECT row_number() OVER () AS id, f.root_id, f.id AS flat_id, f.ts, f.dur, t.name, t.utid
      FROM _intervals_flatten!(_intervals_merge_root_and_children!(_bs_roots, _bs_below)) AS f
      JOIN thread_slice AS t ON t.id = f.id
      WHERE f.dur > 0
    ),
    _bs_states AS (SELECT id, ts, dur, utid FROM thread_state WHERE dur > 0 AND utid IN (SELECT utid FROM _bs_flat))
  SELECT
    x.binder_txn_id,
    x.binder_reply_id,
    ii.ts,
    ii.dur,
    _binder_reason(f.name, s.state, s.io_wait, x.binder_txn_id, x.binder_reply_id, f.flat_id) AS reason
  FROM _interval_intersect!((_bs_flat, _bs_states), (utid)) AS ii
  JOIN _bs_flat AS f ON f.id = ii.id_0
  JOIN thread_state AS s ON s.id = ii.id_1
  JOIN android_binder_txns AS x ON x.$id = f.root_id
  ORDER BY ii.ts, ii.id_0
);

-- Causes on the server's side.
CREATE PERFETTO TABLE android_binder_server_breakdown AS
SELECT * FROM _binder_side!(binder_reply_id, server_ts, server_dur);

-- Causes on the client's side.
CREATE PERFETTO TABLE android_binder_client_breakdown AS
SELECT * FROM _binder_side!(binder_txn_id, client_ts, client_dur);

CREATE PERFETTO VIEW _binder_client_breakdown_view AS
SELECT binder_txn_id, binder_reply_id, ts, dur, reason AS client_reason FROM android_binder_client_breakdown;

CREATE PERFETTO VIEW _binder_server_breakdown_view AS
SELECT binder_txn_id, ts, dur, reason AS server_reason FROM android_binder_server_breakdown;

CREATE VIRTUAL TABLE _binder_client_server_breakdown_sp USING SPAN_LEFT_JOIN(
  _binder_client_breakdown_view PARTITIONED binder_txn_id, _binder_server_breakdown_view PARTITIONED binder_txn_id);

-- Both together: while the server works its cause counts, else the client's.
CREATE PERFETTO TABLE android_binder_client_server_breakdown AS
SELECT
  binder_txn_id, binder_reply_id, ts, dur, server_reason, client_reason,
  coalesce(server_reason, client_reason) AS reason,
  CASE WHEN server_reason IS NULL THEN 'client' ELSE 'server' END AS reason_type
FROM _binder_client_server_breakdown_sp
ORDER BY binder_txn_id, ts;
