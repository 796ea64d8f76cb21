-- @case functions have the bytes that they allocated
SELECT p.scope, p.sample_type_type, p.sample_type_unit, f.name, c.depth, s.value FROM __intrinsic_aggregate_sample s
JOIN __intrinsic_aggregate_profile p ON p.id = s.aggregate_profile_id
JOIN stack_profile_callsite c ON c.id = s.callsite_id JOIN stack_profile_frame f ON f.id = c.frame_id ORDER BY s.id;
