-- @case levels and states of the battery are counters
SELECT c.ts, t.type, t.name, c.value FROM counter AS c JOIN track AS t ON t.id = c.track_id ORDER BY c.ts, t.name, c.id

-- @case wake locks and events are slices with the texts of the pool
SELECT s.ts, s.dur, t.name AS track, s.name FROM slice AS s JOIN track AS t ON t.id = s.track_id ORDER BY s.ts, s.id

-- @case lines that are not battery history are not part of the dump
SELECT line FROM android_dumpstate WHERE section LIKE 'CHECKIN%' ORDER BY id
