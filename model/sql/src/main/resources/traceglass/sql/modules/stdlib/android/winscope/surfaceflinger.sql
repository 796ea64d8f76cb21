-- Snapshots of the compositor, and changes requested by clients.

-- Changes of layers and displays, one per row.
CREATE PERFETTO VIEW android_surfaceflinger_transaction AS
SELECT id, snapshot_id, arg_set_id, transaction_id, pid, uid, layer_id, display_id, flags_id, transaction_type
FROM __intrinsic_surfaceflinger_transaction;

-- Target of a change, by name.
CREATE PERFETTO VIEW android_surfaceflinger_transaction_flag AS
SELECT flags_id, flag
FROM __intrinsic_surfaceflinger_transaction_flag;

-- Displays in each snapshot of layers.
CREATE PERFETTO VIEW android_surfaceflinger_display AS
SELECT id, snapshot_id, is_on, is_virtual, trace_rect_id, display_id, display_name
FROM __intrinsic_surfaceflinger_display;

-- Touchable regions of a window.
CREATE PERFETTO VIEW android_winscope_fill_region AS
SELECT id, trace_rect_id, rect_id
FROM __intrinsic_winscope_fill_region;
