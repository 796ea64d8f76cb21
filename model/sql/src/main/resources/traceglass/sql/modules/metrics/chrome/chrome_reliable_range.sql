-- Time from which a trace of Chrome is complete: one row with the start, the reason, and the process or thread that determines it.

SELECT RUN_METRIC('chrome/chrome_processes.sql');

-- Time between the first and the last slice of the browser's main thread, without which nothing is reliable.
CREATE OR REPLACE PERFETTO VIEW chrome_browser_main_thread_duration AS
SELECT max(span) AS duration_ms
FROM (
  SELECT (max(s.ts) - min(s.ts)) / 1000 / 1000 AS span
  FROM slice AS s
  JOIN thread_track AS k ON k.id = s.track_id
  JOIN chrome_thread AS t USING (utid)
  JOIN chrome_process AS p ON p.upid = t.upid
  WHERE t.canonical_name IN ('CrProcessMain', 'CrBrowserMain')
    AND p.process_type = 'Browser'
    AND k.source_arg_set_id IN (SELECT arg_set_id FROM args WHERE key = 'is_root_in_scope' AND int_value = 1)
  GROUP BY s.track_id);

CREATE OR REPLACE PERFETTO VIEW chrome_event_stats_per_thread AS
SELECT
  count(*) AS cnt,
  coalesce(CAST(count(*) AS REAL) / (SELECT duration_ms FROM chrome_browser_main_thread_duration), 0) AS rate,
  utid
FROM slice AS s
JOIN thread_track AS k ON k.id = s.track_id
WHERE k.source_arg_set_id IN (SELECT arg_set_id FROM args WHERE key = 'source' AND string_value = 'descriptor')
GROUP BY utid;

-- Busy threads: at least as many slices as the median thread, and a higher rate than 95 of 100.
CREATE OR REPLACE PERFETTO VIEW chrome_reliable_range_per_thread AS
WITH
  ranked AS (
    SELECT
      e.*, count(*) OVER () AS n,
      row_number() OVER (ORDER BY cnt) - 1 AS by_count,
      row_number() OVER (ORDER BY rate) - 1 AS by_rate
    FROM chrome_event_stats_per_thread AS e
  ),
  busy AS (
    SELECT utid FROM ranked
    WHERE cnt >= (SELECT cnt FROM ranked WHERE by_count = n * 50 / 100)
      AND rate >= (SELECT rate FROM ranked WHERE by_rate = n * 95 / 100)
  )
SELECT
  k.utid,
  min(s.ts) AS start,
  max(coalesce((SELECT max(int_value) FROM args AS a
    WHERE a.arg_set_id = k.source_arg_set_id AND a.key = 'has_first_packet_on_sequence'), 0)) AS has_first_packet_on_sequence
FROM slice AS s
JOIN thread_track AS k ON k.id = s.track_id
WHERE k.utid IN (SELECT utid FROM busy)
GROUP BY k.utid;

-- Renderers have no main thread in the sense of the system, so that it is found by its name.
CREATE OR REPLACE PERFETTO VIEW chrome_processes_with_missing_main AS
SELECT p.upid
FROM process AS p
JOIN args AS a ON a.arg_set_id = p.arg_set_id AND a.key = 'chrome.process_type'
WHERE a.string_value IN ('Browser', 'Renderer', 'Gpu')
  AND NOT EXISTS (SELECT 1 FROM thread AS t WHERE t.upid = p.upid AND t.name GLOB '*[Mm]ain*');

-- The process whose data is complete last. Data that is never complete lasts until the end of the last slice.
CREATE OR REPLACE PERFETTO VIEW chrome_processes_data_loss_free_period AS
SELECT upid AS limiting_upid, coalesce(reliable_from, (SELECT max(ts + dur) FROM slice)) AS start
FROM (
  SELECT upid, reliable_from FROM experimental_missing_chrome_processes
  UNION ALL
  SELECT upid, NULL FROM chrome_processes_with_missing_main
  UNION ALL
  SELECT NULL, NULL WHERE (SELECT duration_ms FROM chrome_browser_main_thread_duration) IS NULL)
ORDER BY start DESC, upid IS NOT NULL DESC, upid
LIMIT 1;

CREATE OR REPLACE PERFETTO VIEW chrome_reliable_range AS
WITH
  cropped AS (SELECT (SELECT int_value FROM metadata WHERE name = 'range_of_interest_start_us' LIMIT 1) * 1000 AS start),
  threads AS (
    SELECT coalesce(max(start), 0) AS start, arg_max(utid, start) AS utid
    FROM chrome_reliable_range_per_thread
    WHERE has_first_packet_on_sequence = 0
  ),
  processes AS (
    SELECT
      coalesce((SELECT start FROM chrome_processes_data_loss_free_period), 0) AS start,
      (SELECT limiting_upid FROM chrome_processes_data_loss_free_period) AS upid
  )
SELECT
  coalesce(c.start, max(t.start, p.start)) AS start,
  CASE
    WHEN c.start IS NOT NULL THEN 'Range of interest packet'
    WHEN p.upid IN (SELECT upid FROM chrome_processes_with_missing_main) THEN 'Missing main thread for upid=' || p.upid
    WHEN t.start >= p.start THEN 'First slice for utid=' || t.utid
    ELSE 'Missing process data for upid=' || p.upid
  END AS reason,
  p.upid AS debug_limiting_upid,
  t.utid AS debug_limiting_utid
FROM cropped AS c, threads AS t, processes AS p;
