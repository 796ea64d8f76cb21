-- Time of binder calls by cause.
INCLUDE PERFETTO MODULE android.binder;
INCLUDE PERFETTO MODULE intervals.overlap;
INCLUDE PERFETTO MODULE intervals.intersect;
INCLUDE PERFETTO MODULE slices.with_context;

-- Cause, derived from the deepest slice, the thread's state, and whether the slice is the call itself.
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

-- Slices of one side of all calls, flattened: at every time the deepest slice (flat_id).
CREATE PERFETTO MACRO _binder_flatten_descendants(id ColumnName, ts ColumnName, dur ColumnName) RETURNS TableOrSubquery AS
(
  WITH RECURSIVE
    _bf_roots AS (SELECT $id AS id, min($ts) AS ts, min($dur) AS dur FROM android_binder_txns WHERE $dur > 0 GROUP BY $id),
    _bf_below(root_id, id, parent_id, ts, dur) AS (
      SELECT r.id, s.id, s.parent_id, s.ts, s.dur FROM _bf_roots AS r JOIN slice AS s ON s.parent_id = r.id
      UNION ALL
      SELECT b.root_id, s.id, s.parent_id, s.ts, s.dur FROM _bf_below AS b JOIN slice AS s ON s.parent_id = b.id
    )
  SELECT row_number() OVER (ORDER BY f.ts, f.root_id) AS id, f.root_id, f.id AS flat_id, f.ts, f.dur, s.name, t.utid
  FROM _intervals_flatten!(_intervals_merge_root_and_children!(_bf_roots, _bf_below)) AS f
  JOIN slice AS s ON s.id = f.id
  JOIN thread_track AS t ON t.id = s.track_id
  WHERE f.dur > 0
  ORDER BY id
);

CREATE PERFETTO TABLE _binder_server_flat_descendants AS
SELECT * FROM _binder_flatten_descendants!(binder_reply_id, server_ts, server_dur);

CREATE PERFETTO TABLE _binder_client_flat_descendants AS
SELECT * FROM _binder_flatten_descendants!(binder_txn_id, client_ts, client_dur);

-- The flattened slices split at changes of the thread's state, with the cause.
CREATE PERFETTO MACRO _binder_causes(flat TableOrSubquery, id ColumnName) RETURNS TableOrSubquery AS
(
  WITH _bc_states AS (SELECT id, ts, dur, utid FROM thread_state WHERE dur > 0 AND utid IN (SELECT utid FROM $flat))
  SELECT
    x.binder_txn_id,
    x.binder_reply_id,
    ii.ts,
    ii.dur,
    _binder_reason(f.name, s.state, s.io_wait, x.binder_txn_id, x.binder_reply_id, f.flat_id) AS reason
  FROM _interval_intersect!(($flat, _bc_states), (utid)) AS ii
  JOIN $flat AS f ON f.id = ii.id_0
  JOIN thread_state AS s ON s.id = ii.id_1
  JOIN android_binder_txns AS x ON x.$id = f.root_id
  ORDER BY ii.ts, ii.id_0, ii.id_1
);

-- Causes on the server side.
CREATE PERFETTO TABLE android_binder_server_breakdown AS
SELECT * FROM _binder_causes!(_binder_server_flat_descendants, binder_reply_id);

-- Causes on the client side.
CREATE PERFETTO TABLE android_binder_client_breakdown AS
SELECT * FROM _binder_causes!(_binder_client_flat_descendants, binder_txn_id);

CREATE PERFETTO VIEW _binder_client_breakdown_view AS
SELECT binder_txn_id, binder_reply_id, ts, dur, reason AS client_reason FROM android_binder_client_breakdown;

CREATE PERFETTO VIEW _binder_server_breakdown_view AS
SELECT binder_txn_id, ts, dur, reason AS server_reason FROM android_binder_server_breakdown;

CREATE VIRTUAL TABLE _binder_client_server_breakdown_sp USING SPAN_LEFT_JOIN(
  _binder_client_breakdown_view PARTITIONED binder_txn_id, _binder_server_breakdown_view PARTITIONED binder_txn_id);

-- Both sides combined: the server's cause while the server works, else the client's.
CREATE PERFETTO TABLE android_binder_client_server_breakdown AS
SELECT
  ts, dur, binder_txn_id, binder_reply_id, client_reason, server_reason, coalesce(server_reason, client_reason) AS reason,
  CASE WHEN server_reason IS NULL THEN 'client' ELSE 'server' END AS reason_type
FROM _binder_client_server_breakdown_sp
ORDER BY binder_txn_id, ts;
