-- Calls between processes over binder.
INCLUDE PERFETTO MODULE android.process_metadata;
INCLUDE PERFETTO MODULE android.suspend;
INCLUDE PERFETTO MODULE intervals.intersect;
INCLUDE PERFETTO MODULE slices.flow;

-- Number of binder slices per process and name.
CREATE PERFETTO VIEW android_binder_metrics_by_process AS
SELECT p.name AS process_name, arg_min(p.pid, s.id) AS pid, s.name AS slice_name, count(*) AS event_count
FROM slice AS s
JOIN thread_track AS tt ON tt.id = s.track_id
JOIN thread AS t USING (utid)
JOIN process AS p USING (upid)
WHERE s.name GLOB 'binder*'
GROUP BY p.name, s.name
ORDER BY p.name, s.name;

-- Binder slices with thread and process. Slices without a process cannot be distinguished from noise.
CREATE PERFETTO TABLE _binder_slices AS
SELECT
  s.id, s.ts, s.dur, s.name, s.track_id, s.parent_id, t.utid, t.tid, t.name AS thread_name, t.is_main_thread,
  p.upid, p.pid, p.name AS process_name
FROM slice AS s
JOIN thread_track AS tt ON tt.id = s.track_id
JOIN thread AS t USING (utid)
JOIN process AS p USING (upid)
WHERE s.name IN ('binder transaction', 'binder transaction async', 'binder reply', 'binder async rcv')
ORDER BY s.id;

-- Slices of the interface on servers, `AIDL::lang::interface::method::server`.
CREATE PERFETTO TABLE _binder_interface_slices AS
SELECT id, ts, dur, name, track_id, parent_id
FROM slice
WHERE name GLOB 'AIDL::*[Ss]erver' OR name GLOB 'HIDL::*server'
ORDER BY id;

-- Synchronous calls. A caller's slice with nested slices and without flow is an error of the kernel, and so is one shorter than its
-- reply.
CREATE PERFETTO TABLE _binder_txn_merged AS
WITH called AS (
  SELECT parent_id, min(name) AS aidl_name, arg_min(ts, name) AS aidl_ts, arg_min(dur, name) AS aidl_dur
  FROM _binder_interface_slices
  GROUP BY parent_id
)
SELECT
  a.aidl_name,
  a.aidl_ts,
  a.aidl_dur,
  c.id AS binder_txn_id,
  c.process_name AS client_process,
  c.thread_name AS client_thread,
  c.upid AS client_upid,
  c.utid AS client_utid,
  c.tid AS client_tid,
  c.pid AS client_pid,
  c.is_main_thread,
  c.ts AS client_ts,
  c.dur AS client_dur,
  r.id AS binder_reply_id,
  rp.name AS server_process,
  rt.name AS server_thread,
  rp.upid AS server_upid,
  rt.utid AS server_utid,
  rt.tid AS server_tid,
  rp.pid AS server_pid,
  r.ts AS server_ts,
  r.dur AS server_dur
FROM _binder_slices AS c
JOIN (SELECT DISTINCT slice_out, slice_in FROM flow) AS f ON f.slice_out = c.id
JOIN slice AS r ON r.id = f.slice_in
JOIN thread_track AS rtt ON rtt.id = r.track_id
JOIN thread AS rt ON rt.utid = rtt.utid
JOIN process AS rp ON rp.upid = rt.upid
LEFT JOIN called AS a ON a.parent_id = r.id
WHERE c.name = 'binder transaction' AND c.dur <> -1 AND r.dur <> -1 AND c.dur >= r.dur
ORDER BY c.process_name, c.thread_name, c.id, r.id;

-- OOM score of a process over time.
CREATE PERFETTO TABLE _oom_score AS
SELECT t.upid, cast_int!(c.value) AS value, c.ts, lead(c.ts, 1, trace_end()) OVER (PARTITION BY t.upid ORDER BY c.ts, c.id) AS end_ts
FROM counter AS c
JOIN process_counter_track AS t ON t.id = c.track_id
WHERE t.name = 'oom_score_adj'
ORDER BY t.upid, c.ts;

-- Calls of both kinds with the OOM scores of both processes at their start.
CREATE PERFETTO MACRO _binder_with_oom_scores(txns TableOrSubquery) RETURNS TableOrSubquery AS
(
  SELECT b.*, co.value AS client_oom_score, so.value AS server_oom_score
  FROM $txns AS b
  ASOF LEFT JOIN _oom_score AS co ON co.upid = b.client_upid AND b.client_ts >= co.ts
  ASOF LEFT JOIN _oom_score AS so ON so.upid = b.server_upid AND b.server_ts >= so.ts
);

CREATE PERFETTO TABLE _sync_binder_metrics_by_txn AS
SELECT * FROM _binder_with_oom_scores!(_binder_txn_merged) ORDER BY client_process, client_thread, binder_txn_id, binder_reply_id;

-- Thread states on both sides of a call.
CREATE PERFETTO TABLE _binder_thread_states AS
WITH
  numbered AS (SELECT *, row_number() OVER () AS nr FROM _sync_binder_metrics_by_txn),
  sides AS (
    SELECT 2 * nr AS id, client_ts AS ts, client_dur AS dur, client_utid AS utid FROM numbered WHERE client_dur > 0
    UNION ALL
    SELECT 2 * nr + 1, server_ts, server_dur, server_utid FROM numbered WHERE server_dur > 0
  ),
  states AS (SELECT id, ts, dur, utid FROM thread_state WHERE dur > 0 AND utid IN (SELECT utid FROM sides))
SELECT
  n.nr, n.binder_txn_id, n.client_ts, n.client_tid, n.binder_reply_id, n.server_ts, n.server_tid,
  CASE ii.id_0 % 2 WHEN 0 THEN 'binder_txn' ELSE 'binder_reply' END AS thread_state_type,
  ts.state, ts.blocked_function, ii.ts, ii.dur, ii.utid
FROM _interval_intersect!((sides, states), (utid)) AS ii
JOIN numbered AS n ON n.nr = ii.id_0 / 2
JOIN thread_state AS ts ON ts.id = ii.id_1
WHERE ii.dur > 0;

-- Time in each state of the threads on both sides of a call.
CREATE PERFETTO VIEW android_sync_binder_thread_state_by_txn AS
SELECT
  binder_txn_id, client_ts, client_tid, binder_reply_id, server_ts, server_tid, thread_state_type,
  state AS thread_state, cast_int!(sum(dur)) AS thread_state_dur, count(*) AS thread_state_count
FROM _binder_thread_states
GROUP BY ALL
ORDER BY thread_state_type DESC, binder_txn_id, binder_reply_id, thread_state;

-- Kernel functions in which the threads on both sides of a call were blocked.
CREATE PERFETTO VIEW android_sync_binder_blocked_functions_by_txn AS
SELECT
  binder_txn_id, client_ts, client_tid, binder_reply_id, server_ts, server_tid, thread_state_type,
  blocked_function, cast_int!(sum(dur)) AS blocked_function_dur, count(*) AS blocked_function_count
FROM _binder_thread_states
WHERE blocked_function IS NOT NULL
GROUP BY ALL
ORDER BY thread_state_type DESC, binder_txn_id, binder_reply_id, blocked_function;

-- Asynchronous calls. The interface's slice is the next one on the server's track.
CREATE PERFETTO TABLE _binder_async_txn AS
WITH
  served AS (
    SELECT id, ts, dur, name, track_id FROM _binder_interface_slices
    UNION ALL
    SELECT id, ts, dur, name, track_id FROM slice WHERE name = 'binder async rcv'
  ),
  paired AS (
    SELECT
      *,
      lead(name) OVER following AS next_name,
      lead(ts) OVER following AS next_ts,
      lead(dur) OVER following AS next_dur
    FROM served
    WINDOW following AS (PARTITION BY track_id ORDER BY ts, id)
  ),
  receptions AS (
    SELECT
      id, ts, dur, track_id,
      CASE WHEN next_name <> 'binder async rcv' THEN next_name END AS aidl_name,
      CASE WHEN next_name <> 'binder async rcv' THEN next_ts END AS aidl_ts,
      CASE WHEN next_name <> 'binder async rcv' THEN next_dur END AS aidl_dur
    FROM paired
    WHERE name = 'binder async rcv'
  )
SELECT
  r.aidl_name,
  r.aidl_ts,
  r.aidl_dur,
  c.id AS binder_txn_id,
  c.process_name AS client_process,
  c.thread_name AS client_thread,
  c.upid AS client_upid,
  c.utid AS client_utid,
  c.tid AS client_tid,
  c.pid AS client_pid,
  c.is_main_thread,
  c.ts AS client_ts,
  c.dur AS client_dur,
  r.id AS binder_reply_id,
  rp.name AS server_process,
  rt.name AS server_thread,
  rp.upid AS server_upid,
  rt.utid AS server_utid,
  rt.tid AS server_tid,
  rp.pid AS server_pid,
  r.ts AS server_ts,
  r.dur AS server_dur
FROM _binder_slices AS c
JOIN flow AS f ON f.slice_out = c.id
JOIN receptions AS r ON r.id = f.slice_in
JOIN thread_track AS rtt ON rtt.id = r.track_id
JOIN thread AS rt ON rt.utid = rtt.utid
JOIN process AS rp ON rp.upid = rt.upid
WHERE c.name = 'binder transaction async'
ORDER BY c.id;

CREATE PERFETTO TABLE _async_binder_metrics_by_txn AS
SELECT * FROM _binder_with_oom_scores!(_binder_async_txn) ORDER BY binder_txn_id;

-- All calls with both sides. Monotonic durations exclude suspended time.
CREATE PERFETTO TABLE android_binder_txns AS
WITH
  txns AS (
    SELECT *, 1 AS is_sync FROM _sync_binder_metrics_by_txn
    UNION ALL
    SELECT *, 0 AS is_sync FROM _async_binder_metrics_by_txn
  ),
  client_timed AS (SELECT * FROM _add_duration_without_suspend!(txns, client_ts, client_dur, client_monotonic_dur)),
  timed AS (SELECT * FROM _add_duration_without_suspend!(client_timed, server_ts, server_dur, server_monotonic_dur))
SELECT
  str_split(t.aidl_name, '::', 2) AS interface,
  str_split(t.aidl_name, '::', 3) AS method_name,
  t.aidl_name,
  t.aidl_ts,
  t.aidl_dur,
  t.binder_txn_id,
  t.client_process,
  t.client_thread,
  t.client_upid,
  t.client_utid,
  t.client_tid,
  t.client_pid,
  t.is_main_thread,
  t.client_ts,
  t.client_dur,
  t.binder_reply_id,
  t.server_process,
  t.server_thread,
  t.server_upid,
  t.server_utid,
  t.server_tid,
  t.server_pid,
  t.server_ts,
  t.server_dur,
  t.client_oom_score,
  t.server_oom_score,
  t.is_sync,
  t.client_monotonic_dur,
  t.server_monotonic_dur,
  c.version_code AS client_package_version_code,
  s.version_code AS server_package_version_code,
  c.debuggable AS is_client_package_debuggable,
  s.debuggable AS is_server_package_debuggable
FROM timed AS t
LEFT JOIN android_process_metadata AS c ON c.upid = t.client_upid
LEFT JOIN android_process_metadata AS s ON s.upid = t.server_upid
ORDER BY t.binder_txn_id, t.binder_reply_id;

-- Interface and method of a call, from `AIDL::lang::interface::method::server` or `HIDL::interface::method::server`.
CREATE PERFETTO FUNCTION _binder_interface_part(aidl_name STRING, part LONG) RETURNS STRING AS
SELECT str_split($aidl_name, '::', $part + CASE WHEN starts_with($aidl_name, 'AIDL') THEN 2 ELSE 1 END);

-- A profile (pprof) of the time that servers work for a process, or for all processes if it is NULL: calling thread, server,
-- interface, method.
CREATE PERFETTO FUNCTION android_binder_outgoing_graph(upid LONG) RETURNS TABLE(pprof BYTES) AS
SELECT experimental_profile(
  cat_stacks(b.client_thread, b.server_process, _binder_interface_part(b.aidl_name, 0), _binder_interface_part(b.aidl_name, 1)),
  'duration', 'ns', b.server_dur) AS pprof
FROM android_binder_txns AS b
WHERE $upid IS NULL OR b.client_upid = $upid;

-- A profile of the time that a process, or any process if it is NULL, works for others: calling process, interface, method.
CREATE PERFETTO FUNCTION android_binder_incoming_graph(upid LONG) RETURNS TABLE(pprof BYTES) AS
SELECT experimental_profile(
  cat_stacks(b.client_process, _binder_interface_part(b.aidl_name, 0), _binder_interface_part(b.aidl_name, 1)),
  'duration', 'ns', b.server_dur) AS pprof
FROM android_binder_txns AS b
WHERE $upid IS NULL OR b.server_upid = $upid;

-- A profile of calls between processes, filtered by bounds of their scores (oom_score_adj).
CREATE PERFETTO FUNCTION android_binder_graph(
  min_client_oom_score LONG, max_client_oom_score LONG, min_server_oom_score LONG, max_server_oom_score LONG)
RETURNS TABLE(pprof BYTES) AS
SELECT experimental_profile(cat_stacks(b.client_process, b.server_process), 'duration', 'ns', b.server_dur) AS pprof
FROM android_binder_txns AS b
WHERE b.client_oom_score BETWEEN $min_client_oom_score AND $max_client_oom_score
  AND b.server_oom_score BETWEEN $min_server_oom_score AND $max_server_oom_score;
