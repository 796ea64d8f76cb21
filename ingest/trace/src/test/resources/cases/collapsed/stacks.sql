-- @case a file is one profile of samples
SELECT scope, name, sample_type_type, sample_type_unit FROM __intrinsic_aggregate_profile;
-- @case equal lines share a call site
SELECT c.depth, f.name, f.type, s.value FROM __intrinsic_aggregate_sample s JOIN stack_profile_callsite c ON c.id = s.callsite_id
JOIN stack_profile_frame f ON f.id = c.frame_id ORDER BY s.id;
-- @case a line without a count is counted
SELECT name, value FROM stats WHERE name LIKE 'collapsed%' AND value != 0;
