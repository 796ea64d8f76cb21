-- @case creating a file has its path and result
SELECT s.ts, s.dur, h.tid, s.name, __intrinsic_arg_set_to_json(s.arg_set_id) AS args FROM slice AS s JOIN track AS t ON t.id = s.track_id LEFT JOIN thread AS h ON h.utid = extract_arg(t.dimension_arg_set_id, 'utid') WHERE s.ts < 200 ORDER BY s.ts

-- @case extra information is named for its class
SELECT s.ts, s.dur, s.name, a.key, a.display_value FROM slice AS s JOIN args AS a USING (arg_set_id) WHERE s.ts BETWEEN 200 AND 299 AND a.key != 'I/O Request Packet' AND a.int_value != 0 ORDER BY s.ts, a.key

-- @case overlapping accesses are on different tracks, and a reused request packet ends the access before
SELECT s.ts, s.dur, s.depth, dense_rank() OVER (ORDER BY s.track_id) AS lane, s.name, extract_arg(s.arg_set_id, 'Offset') AS offset, extract_arg(s.arg_set_id, 'Missing Event') AS missing FROM slice AS s WHERE s.ts BETWEEN 300 AND 399 ORDER BY s.ts

-- @case events without their counterpart are marked
SELECT s.ts, s.dur, s.name, extract_arg(s.arg_set_id, 'Missing Event') AS missing, extract_arg(s.arg_set_id, 'Extra Info') AS extra FROM slice AS s WHERE s.ts >= 400 ORDER BY s.ts
