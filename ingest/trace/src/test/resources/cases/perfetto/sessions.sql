-- @case states from other recorders last until the next
SELECT s.ts, s.dur, s.value, t.name, __intrinsic_arg_set_to_json(s.arg_set_id) AS args FROM state AS s JOIN track AS t ON t.id = s.track_id ORDER BY s.ts

-- @case each recording has a track
SELECT t.id, t.type, t.name, __intrinsic_arg_set_to_json(t.dimension_arg_set_id) AS dimensions, __intrinsic_arg_set_to_json(t.source_arg_set_id) AS source
FROM track AS t
ORDER BY t.id

-- @case states that the service reports have their own tracks
.data System › Concurrent tracing sessions › one
.details state 0
.report area-own-states 0 1000 Track, state
.report area-own-states 0 1000 State
.singles area-own-states 0 1000 State
