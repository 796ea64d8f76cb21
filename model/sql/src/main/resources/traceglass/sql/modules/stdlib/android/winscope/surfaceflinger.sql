-- What the compositor showed and what clients asked it to change.

-- Changes of layers and displays, one a row.
CREATE PERFETTO VIEW android_surfaceflinger_transaction AS
SELECT id, snapshot_id, arg_set_id, transaction_id, pid, uid, layer_id, display_id, flags_id, transaction_type
FROM __intrinsic_surfaceflinger_transaction;

-- What a change touched, by name.
CREATE PERFETTO VIEW android_surfaceflinger_transaction_flag AS
SELECT flags_id, flag
FROM __intrinsic_surfaceflinger_transaction_flag;

-- Displays of each snapshot of layers.
CREATE PERFETTO VIEW android_surfaceflinger_display AS
SELECT id, snapshot_id, is_on, is_virtual, trace_rect_id, display_id, display_name
FROM __intrinsic_surfaceflinger_display;

-- Parts of a window that take touches.
CREATE PERFETTO VIEW android_winscope_fill_region AS
SELECT id, trace_rect_id, rect_id
FROM __intrinsic_winscope_fill_region;
