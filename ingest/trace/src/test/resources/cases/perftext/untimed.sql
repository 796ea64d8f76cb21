-- @case without times, each event is an aggregate profile
SELECT scope, name, sample_type_type, sample_type_unit FROM __intrinsic_aggregate_profile ORDER BY id;

-- @case values are the periods, and stacks start with the thread
SELECT a.aggregate_profile_id AS profile, a.value, f.name AS leaf, p.name AS caller, c.depth
FROM __intrinsic_aggregate_sample a
JOIN stack_profile_callsite c ON c.id = a.callsite_id
JOIN stack_profile_frame f ON f.id = c.frame_id
LEFT JOIN stack_profile_callsite pc ON pc.id = c.parent_id
LEFT JOIN stack_profile_frame p ON p.id = pc.frame_id
ORDER BY a.id;

-- @case threads start the stacks
SELECT f.name FROM stack_profile_callsite c JOIN stack_profile_frame f ON f.id = c.frame_id WHERE c.parent_id IS NULL ORDER BY 1;

-- @case there are no samples with times
SELECT count(*) AS n FROM stack_sample;
