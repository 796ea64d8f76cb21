-- Names of threads, and threads that are created too often.

-- Name of a thread without numbering: its first word, up to a dash, bracket or colon, without digits.
CREATE PERFETTO FUNCTION android_standardize_thread_name(thread_name STRING) RETURNS STRING AS
SELECT CASE
  WHEN starts_with($thread_name, 'kworker/') THEN 'kworker'
  ELSE __intrinsic_strip_hex(regexp_extract($thread_name, '^[^-\[: ]*'), 1)
END;

-- Largest number of threads with a similar name started by a process within a period, among those that lived at most max_thread_dur
-- (NULL: all).
CREATE PERFETTO FUNCTION _android_thread_creation_spam_per_thread(max_thread_dur DOUBLE, sliding_window_dur DOUBLE)
RETURNS TABLE(process_name STRING, upid LONG, thread_name_prefix STRING, max_count_per_sec LONG) AS
WITH
  starts AS (
    SELECT t.upid, p.name AS process_name, android_standardize_thread_name(t.name) AS thread_name_prefix, t.start_ts
    FROM thread AS t
    JOIN process AS p USING (upid)
    WHERE $max_thread_dur IS NULL OR t.end_ts - t.start_ts <= $max_thread_dur
  ),
  counted AS (
    SELECT
      *,
      count(start_ts) OVER (
        PARTITION BY upid, thread_name_prefix ORDER BY start_ts RANGE BETWEEN CURRENT ROW AND cast_int!($sliding_window_dur) FOLLOWING
      ) AS number
    FROM starts
  )
SELECT any_value(process_name) AS process_name, upid, thread_name_prefix, max(number) AS max_count_per_sec
FROM counted
GROUP BY upid, thread_name_prefix
HAVING max(number) > 0
ORDER BY max(number) DESC, upid, thread_name_prefix;

-- The same for all threads of a process.
CREATE PERFETTO FUNCTION _android_thread_creation_spam_per_process(max_thread_dur DOUBLE, sliding_window_dur DOUBLE)
RETURNS TABLE(process_name STRING, upid LONG, max_count_per_sec LONG) AS
WITH
  starts AS (
    SELECT t.upid, p.name AS process_name, t.start_ts
    FROM thread AS t
    JOIN process AS p USING (upid)
    WHERE $max_thread_dur IS NULL OR t.end_ts - t.start_ts <= $max_thread_dur
  ),
  counted AS (
    SELECT
      *,
      count(start_ts) OVER (PARTITION BY upid ORDER BY start_ts RANGE BETWEEN CURRENT ROW AND cast_int!($sliding_window_dur) FOLLOWING) AS number
    FROM starts
  )
SELECT any_value(process_name) AS process_name, upid, max(number) AS max_count_per_sec
FROM counted
GROUP BY upid
HAVING max(number) > 0
ORDER BY max(number) DESC, upid;
