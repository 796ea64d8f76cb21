-- Dumps of the native heap profiler as spans: from the start of the profile, or the previous dump, to the dump.

-- allocated: bytes allocated in the span; retained: those still held by call sites with more allocations than frees; delta: bytes
-- allocated minus bytes freed, regardless of when they were allocated.
CREATE PERFETTO TABLE _android_heap_profile_intervals AS
WITH
  sites AS (
    SELECT
      upid, heap_name, ts, min(id) AS id, sum(count) AS net_count, sum(size) AS net_size,
      sum(CASE WHEN size > 0 THEN size ELSE 0 END) AS alloc_size
    FROM heap_profile_allocation
    GROUP BY upid, heap_name, ts, callsite_id
  ),
  dumps AS (
    SELECT
      min(s.id) AS id, s.upid, s.heap_name, s.ts AS ts_end, min(p.ts) AS start_ts,
      sum(CASE WHEN s.net_count > 0 THEN s.net_size ELSE 0 END) AS retained,
      sum(s.alloc_size) AS allocated,
      sum(s.net_size) AS delta
    FROM sites AS s
    JOIN heap_profile AS p ON p.upid = s.upid AND p.ts_end = s.ts
    GROUP BY s.upid, s.heap_name, s.ts
  ),
  spans AS (
    SELECT
      *,
      CASE
        WHEN start_ts < ts_end THEN start_ts
        ELSE least(lag(ts_end, 1, trace_start()) OVER (PARTITION BY upid, heap_name ORDER BY ts_end) + 1, ts_end)
      END AS ts
    FROM dumps
  )
SELECT id, upid, heap_name, ts, ts_end - ts AS dur, retained, allocated, delta FROM spans ORDER BY upid, heap_name, ts_end;
