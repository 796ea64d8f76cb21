-- Calls that block UI and render threads from producing a frame.
INCLUDE PERFETTO MODULE android.slices;
INCLUDE PERFETTO MODULE android.binder;
INCLUDE PERFETTO MODULE slices.with_context;

-- Returns whether a slice with this name is such a call.
CREATE PERFETTO MACRO _is_relevant_blocking_call_expr(slice_name Expr) RETURNS Expr AS
(
  $slice_name IN (
    'measure', 'layout', 'configChanged', 'animation', 'input', 'traversal', 'Contending for pthread mutex', 'postAndWait',
    'CreateGraphicsPipeline', 'flush layers', 'flush commands', 'queueBuffer', 'NotificationStackScrollLayout#onMeasure'
  )
  OR contains($slice_name, 'binder transaction')
  OR regexp_matches(
    $slice_name,
    '^(monitor contention with|SuspendThreadByThreadId|LoadApkAssetsFd|inflate|Lock contention on|'
    || 'android\.os\.Handler: kotlinx\.coroutines|relayoutWindow|ImageDecoder#decode|ExpNotRow#|GC: Wait For|Recomposer:|Compose:|'
    || 'draw-VRI|drawLayer |DrawFrames|Texture upload)'
  )
  OR NOT regexp_matches($slice_name, 'Choreographer|[Ii]nput|^android\.os\.Handler: #')
    AND regexp_matches($slice_name, 'Handler: .*\$|\..*\..*: .*\$|\..*\$.*: #')
);

CREATE PERFETTO FUNCTION _is_relevant_blocking_call(name STRING, depth LONG) RETURNS BOOL AS
SELECT _is_relevant_blocking_call_expr!($name);

-- Blocking calls with generic names, and binder calls with the name of the interface. The duration of draws excludes waiting for a
-- free buffer.
CREATE PERFETTO TABLE _android_critical_blocking_calls AS
WITH
  waits AS (
    SELECT d.id, cast_int!(sum(w.dur)) AS dur
    FROM thread_slice AS w
    JOIN thread_slice AS d ON d.utid = w.utid AND w.ts >= d.ts AND w.ts < d.ts + d.dur
    WHERE w.name = 'waitForBufferRelease' AND d.name GLOB 'DrawFrames*'
    GROUP BY d.id
  ),
  calls AS (
    SELECT s.id, s.name, s.ts, CASE WHEN s.dur = -1 OR w.dur IS NULL THEN s.dur ELSE greatest(s.dur - w.dur, 0) END AS dur, s.process_name, s.utid, s.upid
    FROM thread_slice AS s
    LEFT JOIN waits AS w ON w.id = s.id
    WHERE _is_relevant_blocking_call_expr!(s.name)
  )
SELECT android_standardize_slice_name(name) AS name, ts, dur, id, process_name, utid, upid, ts + dur AS ts_end FROM calls
UNION ALL
SELECT 'drawLayer', ts, dur, id, process_name, utid, upid, ts + dur FROM calls WHERE name GLOB 'drawLayer *'
UNION ALL
SELECT aidl_name, client_ts, client_dur, binder_txn_id, client_process, client_utid, client_upid, client_ts + client_dur
FROM android_binder_txns
WHERE aidl_name IS NOT NULL AND is_sync = 1;

-- Returns whether a slice lays out notifications.
CREATE PERFETTO FUNCTION _is_relevant_notifications_blocking_call(name STRING, dur LONG) RETURNS BOOL AS
SELECT $name = 'NotificationStackScrollLayout#onMeasure' AND $dur > 0;
