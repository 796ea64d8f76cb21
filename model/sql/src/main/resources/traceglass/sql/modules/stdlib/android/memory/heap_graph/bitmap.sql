-- Bitmaps in heap dumps. Their ids (mId, and mSourceId of the bitmap as which they were sent) consist of the process, the kind of
-- pixel storage and a counter: pid * 10,000,000 + kind * 1,000,000 + counter.

-- Process that had this pid at a time.
CREATE PERFETTO FUNCTION _android_bitmap_resolve_sender_upid(pid LONG, at_ts TIMESTAMP) RETURNS LONG AS
SELECT max(p.upid)
FROM process AS p
WHERE p.pid = $pid AND $at_ts BETWEEN coalesce(p.start_ts, trace_start()) AND coalesce(p.end_ts, trace_end());

CREATE PERFETTO FUNCTION _android_bitmap_storage_type_name(storage_type LONG) RETURNS STRING AS
SELECT CASE $storage_type WHEN 0 THEN 'wrapped_pixel_ref' WHEN 1 THEN 'heap' WHEN 2 THEN 'ashmem' WHEN 3 THEN 'hardware' END;

-- Bitmaps in Java heap dumps, with their sizes, the processes they belong to and the objects that hold them.
CREATE PERFETTO TABLE heap_graph_bitmaps(
  object_id JOINID(heap_graph_object.id), upid JOINID(process.upid), graph_sample_ts TIMESTAMP, width LONG, height LONG, density LONG,
  bitmap_id LONG, bitmap_pid LONG, bitmap_storage_type STRING, source_id LONG, source_pid LONG, source_storage_type STRING,
  source_upid JOINID(process.upid), source_process_name STRING, self_size LONG, native_size LONG, reachable BOOL) AS
WITH
  fields AS (
    SELECT
      field_set_id,
      max(CASE WHEN field_name = 'android.graphics.Bitmap.mWidth' THEN int_value END) AS width,
      max(CASE WHEN field_name = 'android.graphics.Bitmap.mHeight' THEN int_value END) AS height,
      max(CASE WHEN field_name = 'android.graphics.Bitmap.mDensity' THEN int_value END) AS density,
      max(CASE WHEN field_name = 'android.graphics.Bitmap.mId' THEN long_value END) AS bitmap_id,
      nullif(max(CASE WHEN field_name = 'android.graphics.Bitmap.mSourceId' THEN long_value END), -1) AS source_id
    FROM heap_graph_primitive
    GROUP BY field_set_id
  ),
  bitmaps AS (
    SELECT
      o.id AS object_id, o.upid, o.graph_sample_ts, f.width, f.height, f.density, f.bitmap_id, f.source_id,
      f.source_id // 10000000 AS source_pid, o.self_size, o.native_size, o.reachable
    FROM heap_graph_object AS o
    JOIN heap_graph_class AS c ON c.id = o.type_id
    LEFT JOIN heap_graph_object_data AS d ON d.id = o.object_data_id
    LEFT JOIN fields AS f ON f.field_set_id = d.field_set_id
    WHERE c.name = 'android.graphics.Bitmap' OR c.deobfuscated_name = 'android.graphics.Bitmap'
  ),
  senders AS (
    SELECT b.object_id, max(p.upid) AS upid
    FROM bitmaps AS b
    JOIN process AS p ON p.pid = b.source_pid
    WHERE b.graph_sample_ts BETWEEN coalesce(p.start_ts, trace_start()) AND coalesce(p.end_ts, trace_end())
    GROUP BY b.object_id
  )
SELECT
  b.object_id, b.upid, b.graph_sample_ts, b.width, b.height, b.density, b.bitmap_id,
  b.bitmap_id // 10000000 AS bitmap_pid,
  _android_bitmap_storage_type_name(b.bitmap_id % 10000000 // 1000000) AS bitmap_storage_type,
  b.source_id, b.source_pid,
  _android_bitmap_storage_type_name(b.source_id % 10000000 // 1000000) AS source_storage_type,
  s.upid AS source_upid, p.name AS source_process_name, b.self_size, b.native_size, b.reachable
FROM bitmaps AS b
LEFT JOIN senders AS s USING (object_id)
LEFT JOIN process AS p ON p.upid = s.upid
ORDER BY b.object_id;
