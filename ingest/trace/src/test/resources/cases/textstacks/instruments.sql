-- @case values are the printed self weights
SELECT p.name AS profile, p.sample_type_unit AS unit, s.value, f.name, parent.name AS caller FROM __intrinsic_aggregate_sample s
JOIN __intrinsic_aggregate_profile p ON p.id = s.aggregate_profile_id JOIN stack_profile_callsite c ON c.id = s.callsite_id
JOIN stack_profile_frame f ON f.id = c.frame_id LEFT JOIN stack_profile_callsite pc ON pc.id = c.parent_id
LEFT JOIN stack_profile_frame parent ON parent.id = pc.frame_id ORDER BY s.id;
