-- @case all functions of a file in the memory of a process are in one mapping
SELECT m.id, m.name, m.build_id, m.start, m."end", m.exact_offset, m.load_bias, group_concat(f.name, ' ' ORDER BY f.id) AS functions
FROM stack_profile_mapping AS m
JOIN stack_profile_frame AS f ON f.mapping = m.id
GROUP BY ALL
ORDER BY m.id

-- @case samples of both processes have their stacks
SELECT s.ts, t.tid, f.name AS frame, f.mapping, p.name AS caller
FROM perf_sample AS s
JOIN thread AS t USING (utid)
JOIN stack_profile_callsite AS c ON c.id = s.callsite_id
JOIN stack_profile_frame AS f ON f.id = c.frame_id
LEFT JOIN stack_profile_callsite AS pc ON pc.id = c.parent_id
LEFT JOIN stack_profile_frame AS p ON p.id = pc.frame_id
ORDER BY s.ts
