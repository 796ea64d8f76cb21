-- @case functions have their own samples, and threads are outermost
SELECT p.name AS profile, p.sample_type_unit AS unit, s.value, f.name, parent.name AS caller FROM __intrinsic_aggregate_sample s
JOIN __intrinsic_aggregate_profile p ON p.id = s.aggregate_profile_id JOIN stack_profile_callsite c ON c.id = s.callsite_id
JOIN stack_profile_frame f ON f.id = c.frame_id LEFT JOIN stack_profile_callsite pc ON pc.id = c.parent_id
LEFT JOIN stack_profile_frame parent ON parent.id = pc.frame_id ORDER BY s.id;
-- @case libraries have their place in memory
SELECT name, build_id, start, "end" FROM stack_profile_mapping WHERE build_id != '' ORDER BY name;
-- @case functions have their library and line
SELECT f.name, m.name AS library, f.rel_pc, y.source_file, y.line_number FROM stack_profile_frame f JOIN stack_profile_mapping m ON m.id = f.mapping
LEFT JOIN stack_profile_symbol y USING (symbol_set_id) WHERE f.name NOT LIKE 'Thread%' ORDER BY f.id;
-- @case the process and the header are known
SELECT p.pid, p.name, m.str_value FROM process p, metadata m WHERE p.pid = 4242 AND m.name = 'sample_date_time';
