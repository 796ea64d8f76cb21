-- @case snapshots have their time and arguments without those of layers
SELECT s.ts, s.has_invalid_elapsed_ts, s.sequence_id, __intrinsic_arg_set_to_json(s.arg_set_id) AS args FROM __intrinsic_surfaceflinger_layers_snapshot AS s ORDER BY s.ts

-- @case a layer is visible unless it is hidden, an ancestor is hidden or a layer above covers it, and has the reasons if not
SELECT l.snapshot_id AS s, l.layer_id AS id, l.layer_name AS name, l.is_visible AS v, l.is_hidden_by_policy AS h, l.parent AS p, l.z_order_relative_of AS z, l.is_missing_z_parent AS m, l.hwc_composition_type AS hwc,
  (SELECT string_agg(key || '=' || display_value, '; ' ORDER BY key) FROM args AS a WHERE a.arg_set_id = l.arg_set_id AND (key GLOB 'visibility_reason*' OR key GLOB '*occluded_by*' OR key GLOB 'covered_by*')) AS why
FROM __intrinsic_surfaceflinger_layer AS l ORDER BY l.id

-- @case corners are round by one radius or by four
SELECT l.layer_name, l.corner_radius_tl AS tl, l.corner_radius_tr AS tr, l.corner_radius_bl AS bl, l.corner_radius_br AS br FROM __intrinsic_surfaceflinger_layer AS l WHERE l.layer_id IN (2, 4) AND l.snapshot_id = 0 ORDER BY l.layer_id

-- @case layers are drawn from below at their place, and take input where their windows do
INCLUDE PERFETTO MODULE android.winscope.rect;
INCLUDE PERFETTO MODULE android.winscope.surfaceflinger;
SELECT l.layer_name AS layer, k.kind, t.group_id AS grp, t.depth, t.is_visible AS v, t.is_spy AS spy, t.opacity, t.border_width AS border, t.border_color AS colour, r.x, r.y, r.w, r.h, f.dsdx, f.dtdx, f.tx, f.dtdy, f.dsdy, f.ty,
  (SELECT string_agg(q.x || ',' || q.y || ',' || q.w || ',' || q.h, ' ' ORDER BY g.id) FROM android_winscope_fill_region AS g JOIN android_winscope_rect AS q ON q.id = g.rect_id WHERE g.trace_rect_id = t.id) AS touch
FROM __intrinsic_surfaceflinger_layer AS l
CROSS JOIN (SELECT unnest(['bounds', 'input']) AS kind) AS k
JOIN android_winscope_trace_rect AS t ON t.id = CASE WHEN k.kind = 'bounds' THEN l.layer_rect_id ELSE l.input_rect_id END
JOIN android_winscope_rect AS r ON r.id = t.rect_id
JOIN android_winscope_transform AS f ON f.id = t.transform_id
ORDER BY l.id, k.kind

-- @case displays show their part of the layers, turned as they are
INCLUDE PERFETTO MODULE android.winscope.rect;
INCLUDE PERFETTO MODULE android.winscope.surfaceflinger;
SELECT d.snapshot_id, d.display_id, d.display_name, d.is_on, d.is_virtual, t.group_id, t.depth, r.x, r.y, r.w, r.h
FROM android_surfaceflinger_display AS d JOIN android_winscope_trace_rect AS t ON t.id = d.trace_rect_id JOIN android_winscope_rect AS r ON r.id = t.rect_id ORDER BY d.id

-- @case each change is a row, with the names of what it changes
INCLUDE PERFETTO MODULE android.winscope.surfaceflinger;
SELECT t.snapshot_id AS s, t.transaction_type AS type, t.transaction_id AS id, t.pid, t.uid, t.layer_id AS layer, t.display_id AS display,
  (SELECT string_agg(f.flag, ' ' ORDER BY f.flag) FROM android_surfaceflinger_transaction_flag AS f WHERE f.flags_id = t.flags_id) AS flags, __intrinsic_arg_set_to_json(t.arg_set_id) AS args
FROM android_surfaceflinger_transaction AS t ORDER BY t.id

-- @case entries of changes have their vsync
SELECT t.ts, t.vsync_id, extract_arg(t.arg_set_id, 'elapsed_realtime_nanos') AS elapsed FROM __intrinsic_surfaceflinger_transactions AS t ORDER BY t.ts

-- @case fields that are not set have their defaults in the arguments with defaults
SELECT d.key, coalesce(d.string_value, CAST(d.int_value AS VARCHAR), CAST(d.real_value AS VARCHAR)) AS value FROM __intrinsic_winscope_args_with_defaults AS d JOIN __intrinsic_surfaceflinger_transactions AS t USING (base64_proto_id) WHERE t.ts = 310 AND d.key IN ('vsync_id', 'elapsed_realtime_nanos', 'transactions[0].pid', 'transactions[0].transaction_id') ORDER BY d.key
