-- Operations on block devices.
INCLUDE PERFETTO MODULE intervals.overlap;

-- Number of operations that are queued or in progress for a device, at each time at which it changes.
CREATE PERFETTO VIEW linux_active_block_io_operations_by_device(
  ts LONG, ops_in_queue_or_device LONG, dev LONG
)
AS
WITH _block_io AS (
  SELECT s.ts, s.dur, extract_arg(t.dimension_arg_set_id, 'block_device') AS dev
  FROM slice AS s
  JOIN track AS t ON t.id = s.track_id
  WHERE t.type = 'block_io'
)
SELECT ts, value AS ops_in_queue_or_device, group_name AS dev
FROM intervals_overlap_count_by_group!(_block_io, ts, dur, dev)
ORDER BY ts, dev;

-- Linux stores a device's major number in bits 8 to 19, and its minor number in the others.
CREATE PERFETTO FUNCTION linux_device_major_id(dev LONG) RETURNS LONG AS
SELECT ($dev >> 8) & 4095;

-- Minor number of a block device.
CREATE PERFETTO FUNCTION linux_device_minor_id(dev LONG) RETURNS LONG AS
SELECT ($dev & 255) | (($dev >> 20) << 8);
