-- Writes to flash storage (f2fs).

-- Statistics of the file system's counters, the largest sum first.
CREATE PERFETTO VIEW _android_io_f2fs_counter_stats AS
SELECT
  str_split(t.name, '].', 1) AS name,
  sum(c.value) AS sum,
  max(c.value) AS max,
  min(c.value) AS min,
  max(c.ts) - min(c.ts) AS dur,
  count(*) AS count,
  avg(c.value) AS avg
FROM counter AS c
JOIN counter_track AS t ON t.id = c.track_id
WHERE t.name GLOB '*f2fs*'
GROUP BY 1
ORDER BY 2 DESC;

-- Bytes written to a file by a thread.
CREATE PERFETTO VIEW _android_io_f2fs_write_stats AS
WITH writes AS (
  SELECT
    f.utid,
    max(a.int_value) FILTER (a.key = 'ino') AS ino,
    max(a.int_value) FILTER (a.key = 'dev') AS dev,
    max(a.int_value) FILTER (a.key = 'copied') AS copied,
    max(a.int_value) FILTER (a.key = 'len') AS len
  FROM ftrace_event AS f
  JOIN args AS a ON a.arg_set_id = f.arg_set_id
  WHERE f.name GLOB 'f2fs_write_end*'
  GROUP BY f.id, f.utid
)
SELECT
  t.utid, t.tid, t.name AS thread_name, p.upid, p.pid, p.name AS process_name, w.ino, w.dev,
  cast_int!(sum(w.copied)) AS bytes,
  count(w.len) AS write_count
FROM writes AS w
JOIN thread AS t USING (utid)
JOIN process AS p USING (upid)
GROUP BY ALL
ORDER BY bytes DESC;

CREATE PERFETTO VIEW _android_io_f2fs_aggregate_write_stats AS
SELECT
  cast_int!(sum(write_count)) AS total_write_count,
  count(DISTINCT pid) AS distinct_processes,
  cast_int!(sum(bytes)) AS total_bytes_written,
  count(DISTINCT dev) AS distinct_device_count,
  count(DISTINCT ino) AS distinct_inode_count,
  count(DISTINCT tid) AS distinct_thread_count
FROM _android_io_f2fs_write_stats;
