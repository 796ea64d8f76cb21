-- @case each number of the file system is a counter of its device
SELECT c.ts, t.type, t.name, c.value, __intrinsic_arg_set_to_json(c.arg_set_id) AS args
FROM counter AS c
JOIN track AS t ON t.id = c.track_id
ORDER BY c.ts, c.id

-- @case the module of flash storage has statistics of each counter
INCLUDE PERFETTO MODULE android.io;
SELECT name, sum, max, count FROM _android_io_f2fs_counter_stats ORDER BY name LIMIT 5
