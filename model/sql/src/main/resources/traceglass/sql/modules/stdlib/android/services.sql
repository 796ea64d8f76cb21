-- Services bound by apps.
INCLUDE PERFETTO MODULE slices.with_context;
INCLUDE PERFETTO MODULE android.binder;
INCLUDE PERFETTO MODULE graphs.search;

-- Calls of the system server that request a binding from an app: the binder call after the mark `requestServiceBinding … bindSeq=N`.
CREATE PERFETTO TABLE _bind_dispatch AS
WITH instants AS (
  SELECT
    s.id, s.ts, s.dur, s.name, tt.utid,
    lag(s.name) OVER (PARTITION BY s.track_id, s.parent_id ORDER BY s.ts, s.id) AS mark
  FROM slice AS s
  JOIN thread_track AS tt ON tt.id = s.track_id
  WHERE s.dur = 0
)
SELECT id, ts, dur, utid, cast_int!(str_split(str_split(mark, 'bindSeq=', 1), ' ', 0)) AS bind_seq
FROM instants
WHERE name = 'binder transaction async' AND mark GLOB 'requestServiceBinding*'
ORDER BY id;

-- Slices of the app: `serviceBind: … token=… act=… cmp=… flg=… bindSeq=N}`.
CREATE PERFETTO TABLE _bind_receive AS
SELECT
  id,
  ts,
  dur,
  track_id,
  replace(str_split(str_split(name, 'token=', 1), ' ', 0), 'ServiceRecord{', '') AS token,
  str_split(str_split(name, 'act=', 1), ' ', 0) AS act,
  str_split(str_split(name, 'cmp=', 1), ' ', 0) AS cmp,
  str_split(str_split(name, 'flg=', 1), ' ', 0) AS flg,
  cast_int!(str_split(str_split(name, 'bindSeq=', 1), '}', 0)) AS bind_seq
FROM slice
WHERE name GLOB 'serviceBind:*'
ORDER BY id;

-- Bindings. The client is the caller of the system server, or the server itself if there is no caller.
CREATE PERFETTO TABLE android_service_bindings AS
WITH RECURSIVE
  above(dispatch_id, id, parent_id, ts) AS (
    SELECT d.id, s.id, s.parent_id, s.ts FROM _bind_dispatch AS d JOIN slice AS s ON s.id = d.id
    UNION ALL
    SELECT a.dispatch_id, s.id, s.parent_id, s.ts FROM above AS a JOIN slice AS s ON s.id = a.parent_id
  ),
  roots AS (SELECT dispatch_id, ts FROM above WHERE parent_id IS NULL AND id <> dispatch_id)
SELECT
  coalesce(c.client_oom_score, s.client_oom_score) AS client_oom_score,
  coalesce(c.client_process, s.client_process) AS client_process,
  coalesce(c.client_thread, s.client_thread) AS client_thread,
  coalesce(c.client_pid, s.client_pid) AS client_pid,
  coalesce(c.client_tid, s.client_tid) AS client_tid,
  coalesce(c.client_upid, s.client_upid) AS client_upid,
  coalesce(c.client_utid, s.client_utid) AS client_utid,
  coalesce(c.client_ts, s.client_ts) AS client_ts,
  coalesce(c.client_dur, s.client_dur) AS client_dur,
  s.server_oom_score,
  s.server_process,
  s.server_thread,
  s.server_pid,
  s.server_tid,
  s.server_upid,
  s.server_utid,
  r.ts AS server_ts,
  r.dur AS server_dur,
  r.token,
  r.act,
  r.cmp,
  r.flg,
  r.bind_seq
FROM _bind_dispatch AS d
JOIN _bind_receive AS r ON r.bind_seq = d.bind_seq
LEFT JOIN android_binder_txns AS s ON s.binder_txn_id = d.id
LEFT JOIN roots AS a ON a.dispatch_id = d.id
LEFT JOIN android_binder_txns AS c ON c.server_ts = a.ts AND c.server_utid = d.utid
ORDER BY d.id, r.id;
