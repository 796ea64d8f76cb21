-- @case each entry is a snapshot at its time since boot
SELECT ts, name FROM surfaceflinger_layers_snapshot JOIN (SELECT snapshot_id, display_value AS name FROM surfaceflinger_layer l JOIN args USING (arg_set_id) WHERE key = 'name') n ON n.snapshot_id = surfaceflinger_layers_snapshot.id ORDER BY ts
-- @case the wall clock is known
SELECT clock_name, clock_value FROM clock_snapshot WHERE clock_name IN ('REALTIME', 'BOOTTIME') ORDER BY clock_name, ts
