-- @case requests of block devices, commands of flash, checkpoints and reads are slices
SELECT s.ts, s.dur, s.depth, coalesce(h.name, t.name) AS track, s.category, s.name, __intrinsic_arg_set_to_json(s.arg_set_id) AS args
FROM slice AS s
JOIN track AS t ON t.id = s.track_id
LEFT JOIN thread_track AS tt ON tt.id = t.id
LEFT JOIN thread AS h USING (utid)
ORDER BY s.ts, s.id

-- @case pending commands and the state of the flash's clock are counters
SELECT c.ts, t.type, t.name, c.value, __intrinsic_arg_set_to_json(c.arg_set_id) AS args
FROM counter AS c
JOIN track AS t ON t.id = c.track_id
ORDER BY c.ts, c.id

-- @case requests have tracks by device, commands by tag, checkpoints by process
SELECT t.id, t.type, t.name, __intrinsic_arg_set_to_json(t.dimension_arg_set_id) AS dimensions, __intrinsic_arg_set_to_json(t.source_arg_set_id) AS source
FROM track AS t
ORDER BY t.id

-- @case operations of block devices are counted while they wait
INCLUDE PERFETTO MODULE linux.block_io;
SELECT ts, ops_in_queue_or_device AS ops, dev FROM linux_active_block_io_operations_by_device ORDER BY ts, dev

-- @case a device's number has a major and a minor part, as user space sees them
INCLUDE PERFETTO MODULE linux.block_io;
SELECT dev, linux_device_major_id(dev) AS major, linux_device_minor_id(dev) AS minor FROM (SELECT unnest([2049, 66306, 1114880]) AS dev)
