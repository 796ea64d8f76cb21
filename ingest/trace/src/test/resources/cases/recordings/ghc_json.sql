-- @case each quantity has the number of stacks and the sum that the tool shows
SELECT p.name, p.sample_type_unit AS unit, count(*) AS stacks, sum(s.value) AS total FROM __intrinsic_aggregate_sample s
JOIN __intrinsic_aggregate_profile p ON p.id = s.aggregate_profile_id GROUP BY p.id, p.name, unit ORDER BY p.id;
-- @case the functions with the largest own values
SELECT p.name AS profile, f.name, sum(s.value) AS own FROM __intrinsic_aggregate_sample s JOIN __intrinsic_aggregate_profile p ON p.id = s.aggregate_profile_id
JOIN stack_profile_callsite c ON c.id = s.callsite_id JOIN stack_profile_frame f ON f.id = c.frame_id
WHERE p.id = 0 GROUP BY ALL ORDER BY own DESC, f.name LIMIT 6;
