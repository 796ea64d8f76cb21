-- Camera of Pixel phones: the graph of its processing steps, and the memory of all participants.
INCLUDE PERFETTO MODULE counters.global_tracks;
INCLUDE PERFETTO MODULE linux.memory.process;
INCLUDE PERFETTO MODULE slices.with_context;

-- Steps of the graph. Their slices are named `cam<camera>_<node>:<port group> (frame <number>)`.
CREATE PERFETTO TABLE pixel_camera_frames AS
SELECT
  id, ts, dur, track_id, utid, thread_name,
  substr(str_split(name, ':', 0), 6) AS node,
  str_split(str_split(name, ':', 1), ' (', 0) AS port_group,
  CAST(str_split(str_split(name, '(frame', 1), ')', 0) AS LONG) AS frame_number,
  CAST(str_split(str_split(name, 'cam', 1), '_', 0) AS LONG) AS cam_id
FROM thread_slice
WHERE name GLOB 'cam*_*:* (frame *)' AND dur != -1;

-- Resident memory of processes over time.
CREATE PERFETTO VIEW _pixel_camera_rss AS
SELECT m.upid, m.ts, m.dur, p.name, p.start_ts, coalesce(m.file_rss, 0) + coalesce(m.anon_rss, 0) + coalesce(m.shmem_rss, 0) AS rss
FROM memory_rss_and_swap_per_process AS m
JOIN process AS p USING (upid);

-- The app; if there are several, the one with the most memory.
CREATE PERFETTO VIEW _pixel_camera_app_rss AS
SELECT ts, dur, rss AS gca_rss_value
FROM _pixel_camera_rss
WHERE upid = (
  SELECT upid
  FROM _pixel_camera_rss
  WHERE name GLOB '*GoogleCamera' OR name GLOB '*googlecamera.fishfood' OR name GLOB '*GoogleCameraEng'
  GROUP BY upid
  ORDER BY max(rss) DESC
  LIMIT 1
);

-- The driver; if there are several, the one that started last.
CREATE PERFETTO VIEW _pixel_camera_hal_rss AS
SELECT ts, dur, rss AS hal_rss_value
FROM _pixel_camera_rss
WHERE upid = (SELECT upid FROM process WHERE name GLOB '*camera.provider*' ORDER BY start_ts DESC NULLS LAST LIMIT 1);

CREATE PERFETTO VIEW _pixel_cameraserver_rss AS
SELECT ts, dur, rss AS cameraserver_rss_value
FROM _pixel_camera_rss
WHERE upid = (SELECT upid FROM process WHERE name GLOB '*cameraserver' ORDER BY start_ts DESC NULLS LAST LIMIT 1);

CREATE PERFETTO VIEW _pixel_camera_dma AS
SELECT c.ts, lead(c.ts, 1, trace_end()) OVER (PARTITION BY c.track_id ORDER BY c.ts) - c.ts AS dur, c.value AS dma_value
FROM counter AS c
JOIN counter_track AS t ON t.id = c.track_id
WHERE t.name = 'mem.dma_heap' AND _counter_track_is_only_name_dimension(t.id);

CREATE VIRTUAL TABLE _pixel_camera_app_and_hal USING SPAN_OUTER_JOIN(_pixel_camera_app_rss, _pixel_camera_hal_rss);
CREATE VIRTUAL TABLE _pixel_camera_processes USING SPAN_OUTER_JOIN(_pixel_camera_app_and_hal, _pixel_cameraserver_rss);
CREATE VIRTUAL TABLE _pixel_camera_memory USING SPAN_OUTER_JOIN(_pixel_camera_dma, _pixel_camera_processes);

-- Memory of the app, the driver, the server and their shared buffers, in bytes.
CREATE PERFETTO TABLE pixel_camera_memory_span AS
SELECT
  ts, dur, CAST(gca AS LONG) AS gca_rss, CAST(hal AS LONG) AS hal_rss, CAST(cameraserver AS LONG) AS cameraserver_rss,
  CAST(dma_heap AS LONG) AS dma, CAST(gca + hal + cameraserver + dma_heap AS LONG) AS rss_and_dma
FROM (
  SELECT
    ts, dur, coalesce(gca_rss_value, 0) AS gca, coalesce(hal_rss_value, 0) AS hal, coalesce(cameraserver_rss_value, 0) AS cameraserver,
    coalesce(dma_value, 0) AS dma_heap
  FROM _pixel_camera_memory
);
