-- Buffers shared between processes and devices (DMA buffers), by requesting process.

-- Size changes of a buffer. Changes made by the graphics allocator belong to the thread whose binder call it serves.
CREATE PERFETTO TABLE _attributed_dmabufs AS
WITH
  changes AS (
    SELECT c.id, extract_arg(c.arg_set_id, 'inode') AS inode, t.utid, c.ts, cast_int!(c.value) AS buf_size
    FROM thread_counter_track AS t
    JOIN counter AS c ON c.track_id = t.id
    WHERE t.name = 'mem.dma_heap_change'
  ),
  served AS (
    SELECT s.ts, s.ts + s.dur AS ts_end, tt.utid, ct.utid AS client_utid
    FROM slice AS s
    JOIN thread_track AS tt ON tt.id = s.track_id
    JOIN thread AS t ON t.utid = tt.utid
    JOIN process AS p ON p.upid = t.upid
    JOIN flow AS f ON f.slice_in = s.id
    LEFT JOIN slice AS c ON c.id = f.slice_out
    LEFT JOIN thread_track AS ct ON ct.id = c.track_id
    WHERE s.name = 'binder reply'
      AND (p.name GLOB '/vendor/bin/hw/android.hardware.graphics.allocator*' OR p.name GLOB '/vendor/bin/hw/*gralloc.allocator*')
  )
SELECT c.id, cast_int!(c.inode) AS inode, c.ts, c.buf_size, coalesce(CASE WHEN c.ts <= s.ts_end THEN s.client_utid END, c.utid) AS attr_utid
FROM changes AS c
ASOF LEFT JOIN served AS s ON s.utid = c.utid AND c.ts >= s.ts
ORDER BY inode, c.ts, c.id;

-- Allocations (positive) and releases (negative). A release belongs to the thread of the buffer's previous change.
CREATE PERFETTO TABLE android_dmabuf_allocs AS
WITH owned AS (
  SELECT id, inode, ts, buf_size, CASE WHEN buf_size > 0 THEN attr_utid ELSE lag(attr_utid) OVER (PARTITION BY inode ORDER BY ts, id) END AS utid
  FROM _attributed_dmabufs
)
SELECT o.ts, o.buf_size, o.inode, o.utid, t.tid, t.name AS thread_name, t.upid, p.pid, p.name AS process_name
FROM owned AS o
JOIN thread AS t USING (utid)
LEFT JOIN process AS p USING (upid)
ORDER BY o.ts, o.id;

-- Current allocation of a process, or of a thread without process.
CREATE PERFETTO TABLE android_memory_cumulative_dmabuf AS
SELECT
  upid, process_name, utid, thread_name, ts,
  cast_int!(sum(buf_size) OVER (PARTITION BY coalesce(upid, utid) ORDER BY ts)) AS value
FROM android_dmabuf_allocs
ORDER BY coalesce(upid, utid), ts;
