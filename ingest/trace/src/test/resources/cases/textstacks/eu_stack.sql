-- @case each thread is one sample
SELECT p.name AS profile, p.sample_type_unit AS unit, s.value, f.name, parent.name AS caller FROM __intrinsic_aggregate_sample s
JOIN __intrinsic_aggregate_profile p ON p.id = s.aggregate_profile_id JOIN stack_profile_callsite c ON c.id = s.callsite_id
JOIN stack_profile_frame f ON f.id = c.frame_id LEFT JOIN stack_profile_callsite pc ON pc.id = c.parent_id
LEFT JOIN stack_profile_frame parent ON parent.id = pc.frame_id ORDER BY s.id;
-- @case the source follows on the next line
SELECT f.name, m.name AS library, y.source_file, y.line_number FROM stack_profile_frame f JOIN stack_profile_mapping m ON m.id = f.mapping
LEFT JOIN stack_profile_symbol y USING (symbol_set_id) ORDER BY f.id;
-- @case threads are labels
SELECT l.key, l.str_value, count(*) AS n FROM __intrinsic_aggregate_label l GROUP BY ALL ORDER BY 1, 2;
