-- @case screenshots are events of their category that have an image
INCLUDE PERFETTO MODULE android.screenshots;
SELECT ts, dur, name FROM android_screenshots ORDER BY ts

-- @case the id of a bitmap contains its process, its kind of memory and its sender
INCLUDE PERFETTO MODULE android.memory.heap_graph.bitmap;
SELECT p.name, b.graph_sample_ts, b.width, b.height, b.bitmap_pid, b.bitmap_storage_type, b.source_pid, b.source_storage_type, b.source_process_name, b.self_size, b.reachable FROM heap_graph_bitmaps AS b JOIN process AS p USING (upid) ORDER BY b.object_id

-- @case copies of buffers take time from the start of the clone and from its trigger
INCLUDE PERFETTO MODULE traced.stats;
SELECT 'clone' AS since, buffer_id, duration_ns FROM traced_clone_flush_latency UNION ALL SELECT 'trigger', buffer_id, duration_ns FROM traced_trigger_clone_flush_latency ORDER BY 1, 2
