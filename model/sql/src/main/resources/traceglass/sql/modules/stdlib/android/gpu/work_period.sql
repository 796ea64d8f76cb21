-- GPU time of apps.

-- Tracks of work periods, one per GPU and user id.
CREATE PERFETTO TABLE android_gpu_work_period_track AS
SELECT
  t.id,
  t.machine_id,
  cast_int!(extract_arg(t.dimension_arg_set_id, 'uid')) AS uid,
  cast_int!(extract_arg(t.dimension_arg_set_id, 'ugpu')) AS ugpu,
  cast_int!(extract_arg(t.dimension_arg_set_id, 'gpu')) AS gpu_id
FROM track AS t
WHERE t.type = 'android_gpu_work_period'
ORDER BY t.id;
