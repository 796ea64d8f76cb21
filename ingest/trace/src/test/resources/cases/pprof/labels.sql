-- @case samples keep their labels
SELECT s.value, l.key, l.str_value, l.int_value, l.unit FROM __intrinsic_aggregate_sample s
JOIN __intrinsic_aggregate_sample_labels x ON x.aggregate_sample_id = s.id
JOIN __intrinsic_aggregate_label l USING (label_set_id) ORDER BY s.id;
-- @case a frame is named after the innermost function, and the functions there are its symbols
SELECT f.name, y.name, y.line_number, y.inlined FROM stack_profile_frame f JOIN stack_profile_symbol y USING (symbol_set_id) ORDER BY f.id, y.id;
-- @case facts about the recording are metadata
SELECT name, str_value, int_value FROM metadata WHERE name LIKE 'pprof%' ORDER BY name;
