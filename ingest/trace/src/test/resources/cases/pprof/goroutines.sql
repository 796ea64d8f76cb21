-- @case the first word of the file is the kind of value
SELECT scope, name, sample_type_type, sample_type_unit FROM __intrinsic_aggregate_profile;
-- @case lines below a stack name its functions
SELECT c.depth, f.name, y.source_file, y.line_number, s.value FROM __intrinsic_aggregate_sample s
JOIN stack_profile_callsite c ON c.id = s.callsite_id JOIN stack_profile_frame f ON f.id = c.frame_id
JOIN stack_profile_symbol y USING (symbol_set_id) ORDER BY s.id;
